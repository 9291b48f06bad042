# SPDX-License-Identifier: BSD-3-Clause
"""Functions of built models: of Python, algorithms in the model language, tables."""
import math
import pickle

import numpy as np
import pytest

import involute
from involute import der

ROOT = """
function root "by Newton's iteration"
  input Real a;
  output Real y;
protected
  Real d;
algorithm
  y := a + 1;
  d := 1;
  while abs(d) > 1e-15*y loop
    d := (y - a/y)/2;
    y := y - d;
  end while;
end root;
"""


def clock():
    """A model with x = time."""
    m = involute.Model("Clock")
    x = m.variable("x", start=0, fixed=True)
    m.equation(der(x) == 1)
    return m, x


def test_functions_of_python_are_functions_of_the_model():
    def force(x, v, k=4):
        return -k*x - 0*v

    m = involute.Model("Spring")
    x = m.variable("x", start=1, fixed=True)
    v = m.variable("v", start=0, fixed=True)
    m.equation(der(x) == v)
    m.equation(der(v) == force(x, v))
    assert m.run(1, rtol=1e-10)["x"][-1] == pytest.approx(math.cos(2), abs=1e-8)


def test_an_algorithm_with_its_derivatives():
    """x = root(t + 1) is differentiated twice: the constraint has index 3, with a force that keeps it."""
    m = involute.Model("Driven")
    root = m.function(ROOT)
    x = m.variable("x", start=1)
    F = m.variable("F")
    m.equation(der(der(x)) == F)
    m.equation(x == root(m.time + 1))
    sol = m.run(2, rtol=1e-8)
    assert sol["x"] == pytest.approx(np.sqrt(sol.t + 1), abs=1e-14)
    assert sol["F"] == pytest.approx(-0.25*(sol.t + 1)**-1.5, abs=1e-13)
    assert sol.ledger.worst < 4 and m.analyze().index == 3


def test_the_same_bits_as_in_a_text():
    m, x = clock()
    y = m.variable("y")
    m.equation(y == m.function(ROOT)(x + 2))
    text = involute.parse(ROOT + """
model Clock
  Real x(start = 0, fixed = true);
  Real y;
equation
  der(x) = 1;
  y = root(x + 2);
end Clock;
""")
    assert np.array_equal(m.run(1)["y"], text.run(1)["y"])


def test_arrays_are_arguments():
    m, x = clock()
    square = m.function("function square input Real v[:]; output Real y; algorithm y := v*v; end square;")
    trace = m.function("function tr input Real A[2, 2]; output Real y; algorithm y := A[1, 1] + A[2, 2]; end tr;")
    q = m.array("q", 2)
    m.equation(q == np.array([x, 2*x]))
    y, z = m.variables("y z")
    m.equation(y == square(q) + square([x, 1, 0]))
    m.equation(z == trace(np.array([[x, 0], [0, 3]])))
    sol = m.run(1)
    assert sol["y"] == pytest.approx(6*sol.t**2 + 1, abs=1e-14)
    assert sol["z"] == pytest.approx(sol.t + 3, abs=1e-14)


def test_several_functions_in_a_text():
    m, x = clock()
    f = m.function("function g input Real a; output Real b; algorithm b := 2*a; end g;\n"
                   "function f input Real a; output Real b; algorithm b := g(a) + 1; end f;")
    y, z = m.variables("y z")
    m.equation(y == f(x))
    m.equation(z == m.call("g", x))
    sol = m.run(1)
    assert sol["y"][-1] == pytest.approx(3) and sol["z"][-1] == pytest.approx(2)


def test_models_with_functions_are_stored_copied_and_mapped():
    m = involute.Model("Decay")
    x = m.variable("x", start=1, fixed=True)
    m.equation(der(x) == -m.function(ROOT)(x)*m.table([0, 1], [1, 1])(x))
    expected = m.run(1)["x"]
    assert np.array_equal(pickle.loads(pickle.dumps(m)).run(1)["x"], expected)
    assert np.array_equal(involute.parse(m.text).run(1)["x"], expected)
    assert m.map([{"x": 4.0}], 1)[0]["x"][-1] == pytest.approx(2.25, abs=1e-5)


def test_mistakes_have_their_line():
    m, x = clock()
    with pytest.raises(involute.Error, match=r"f \(.*test_functions.py:\d+\):1:.*expected") as e:
        m.function("function f input Real a; output Real b; algorithm b := ; end f;")
    assert e.value.status == "E_SYNTAX"
    with pytest.raises(involute.Error, match="the text has no function"):
        m.function("y = 3;")
    with pytest.raises(involute.Error, match="a function of Python .* needs no declaration"):
        @m.function
        def f(x):
            return x
    f = m.function("function f input Real a; output Real b; algorithm b := a; end f;")
    with pytest.raises(involute.Error, match="'f' is declared twice"):
        m.function("function f input Real a; output Real b; algorithm b := a; end f;")
    y = m.variable("y")
    m.equation(y == f(x, x))
    with pytest.raises(involute.Error, match=r"test_functions.py:\d+.*"):
        m.run(1)


@pytest.mark.parametrize("kind", ["linear", "akima", "modified-akima", "fritsch-butland", "steffen"])
def test_tables_go_through_their_points(kind):
    points, values = [0, 0.25, 0.5, 1], [1, 2, 0, 3]
    m, x = clock()
    y = m.variable("y")
    m.equation(y == m.table(points, values, kind=kind)(x))
    sol = m.run(1.5, points=6, rtol=1e-9)
    by_time = dict(zip(np.round(sol.t, 9), sol["y"]))
    assert [by_time[t] for t in points] == pytest.approx(values, abs=1e-12)
    assert by_time[1.5] == pytest.approx(3, abs=1e-12)
    if kind == "linear":
        assert sol["y"] == pytest.approx(np.interp(sol.t, points, values), abs=1e-12)


def test_tables_agree_with_scipy():
    interpolate = pytest.importorskip("scipy.interpolate")
    points, values = np.linspace(0, 1, 7), np.array([0, 1, 1.5, 0.5, -1, 0, 2.0])
    m, x = clock()
    y = m.variable("y")
    m.equation(y == m.table(points, values, kind="akima")(x))
    sol = m.run(1, points=50)
    assert sol["y"] == pytest.approx(interpolate.Akima1DInterpolator(points, values)(sol.t), abs=1e-12)


def test_tables_of_two_arguments_and_beyond():
    m, x = clock()
    plane = m.table(([0, 1], [0, 1, 2]), [[0, 1, 2], [10, 11, 12]], beyond="line")
    y, z = m.variables("y z")
    m.equation(y == plane(x, 2*x))
    m.equation(z == m.table([0, 1], [0, 1], beyond="periodic")(x))
    sol = m.run(1.75)
    assert sol["y"] == pytest.approx(12*sol.t, abs=1e-12)
    assert sol["z"][-1] == pytest.approx(0.75, abs=1e-12)
    m, x = clock()
    y = m.variable("y")
    m.equation(y == m.table([0, 1], [0, 1], beyond="error")(x))
    with pytest.raises(involute.Error):
        m.run(1.75)


def test_np_interp():
    m, x = clock()
    p, q = m.array("p", 2), m.array("q", 2)
    y = m.variable("y")
    m.equation(y == np.interp(x, [0.2, 0.6], [1, 5]))
    m.equation(p == np.array([x, 2*x]))
    m.equation(q == np.interp(p, [0.2, 0.6], [1, 5]))
    sol = m.run(1)
    assert sol["y"] == pytest.approx(np.interp(sol.t, [0.2, 0.6], [1, 5]), abs=1e-12)
    assert np.array_equal(sol["q[1]"], sol["y"])
    assert sol["q[2]"] == pytest.approx(np.interp(2*sol.t, [0.2, 0.6], [1, 5]), abs=1e-12)
    assert m.text.count("function") == 1  # the table is there once


@pytest.mark.parametrize("arguments, words", [
    (([0, 1], [0]), "one for each of 2"), (([0], [0]), "at least two"), (([1, 0], [0, 1]), "become larger"),
    (([0, math.nan], [0, 1]), "finite"), ((["a", "b"], [0, 1]), "are numbers"), (([0, 1], [0, math.inf]), "finite numbers"),
    (([0, 1], [0, 1], "cubic"), "kind of a table"), (([0, 1], [0, 1], "linear", "nothing"), "beyond of a table")])
def test_wrong_tables(arguments, words):
    m, x = clock()
    with pytest.raises(involute.Error, match=words):
        m.table(*arguments)
