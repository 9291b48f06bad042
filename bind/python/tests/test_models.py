# SPDX-License-Identifier: BSD-3-Clause
"""Models built from Python, and models from text: what they mean, and how mistakes are reported."""
import gc
import os
import subprocess
import sys

import numpy as np
import pytest

import involute
from involute import der, pre


def pendulum():
    m = involute.Model("Pendulum")
    x, y = m.variables("x y", start=[1, 0])
    F = m.variable("F")
    L, g = m.parameters("L g", [1, 9.81])
    m.equation(der(der(x)) == -F*x)
    m.equation(der(der(y)) == -F*y - g)
    m.equation(x**2 + y**2 == L**2, name="rod")
    return m


TEXT = """model Pendulum
  Real x(start = 1), y(start = 0), F;
  parameter Real L = 1, g = 9.81;
equation
  der(der(x)) = (-F)*x;
  der(der(y)) = (-F)*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
"""


def test_built_and_parsed_models_give_the_same_bits():
    a = pendulum().run(5, rtol=1e-9)
    b = involute.parse(TEXT).run(5, rtol=1e-9)
    assert np.array_equal(a.t, b.t)
    for name in ("x", "y", "F", "der(x)"):
        assert np.array_equal(a[name], b[name])
    assert a.ledger.worst < 4


def test_gallery_and_files(tmp_path):
    assert len(involute.gallery()) > 50
    assert involute.gallery("FourBar").run(0.5).ledger.worst < 4
    path = tmp_path / "pendulum.mo"
    path.write_text(TEXT)
    assert involute.load(path).run(1).status == "done"
    with pytest.raises(involute.Error) as e:
        involute.load(tmp_path / "none.mo")
    assert e.value.status == "E_FILE"
    with pytest.raises(involute.Error, match="did you mean 'FourBar'"):
        involute.gallery("FourBars")


def test_analysis():
    a = pendulum().analyze()
    assert (a.index, a.dof, a.constraints) == (3, 2, 2)
    assert a.hidden[0].level == 1
    assert a.hidden[0].text == "2*x*der(x) + 2*y*der(y) = 0"
    assert os.path.basename(a.hidden[0].where).startswith("test_models.py:")
    assert a.initial["x"] == 1


def test_places_are_lines_of_the_program():
    m = pendulum()
    x = m.variable("z")
    line = sys._getframe().f_lineno + 1
    m.equation(involute.call("foo", x) == 2)
    with pytest.raises(involute.Error) as e:
        m.run(1)
    assert e.value.where.endswith(f"test_models.py:{line}")
    assert "unknown function 'foo'" in str(e.value)
    assert e.value.status == "E_MODEL"


def test_a_mistake_does_not_spoil_the_model():
    m = pendulum()
    with pytest.raises(involute.Error, match="is no name"):
        m.variable("2x")
    with pytest.raises(involute.Error, match="must be finite"):
        m.variable("w") + float("nan")
    with pytest.raises(involute.Error, match="another model"):
        m.equation(involute.Model().variable("a") == m.variable("b"))
    n = pendulum()
    with pytest.raises(involute.Error, match="is no name"):
        n.variable("model")
    assert n.run(1).status == "done"


def test_what_an_equation_is():
    m = involute.Model()
    x = m.variable("x")
    for wrong in (x, x < 1, True, 3.0, "x = 1"):
        with pytest.raises(involute.Error):
            m.equation(wrong)
    with pytest.raises(involute.Error, match="not known before a run"):
        if x < 1:
            pass
    with pytest.raises(involute.Error, match="not known before a run"):
        0 < x < 1


def test_text_models_are_not_added_to():
    with pytest.raises(involute.Error, match="read from a text"):
        involute.parse(TEXT).variable("z")


def test_arrays_and_matrices():
    m = involute.Model("Masses")
    q = m.array("q", 2, start=[1, 0], fixed=True)
    v = m.array("v", 2, start=0, fixed=True)
    K = np.array([[2.0, -1], [-1, 2]])
    m.equation(der(q) == v)
    m.equation(der(v) == -K @ q)
    m.invariant((v @ v + q @ K @ q)/2, "energy")
    sol = m.run(5, rtol=1e-10)
    values, modes = np.linalg.eigh(K)
    exact = modes @ np.diag(np.cos(np.sqrt(values)*5)) @ modes.T @ [1, 0]
    assert sol["q"].shape == (len(sol), 2)
    assert sol["der(v)"].shape == (len(sol), 2)
    assert np.allclose(sol["q"][-1], exact, atol=1e-9)
    assert [row.kind for row in sol.ledger if "energy" in row.equation] == ["invariant"]
    A = m.array("A", (2, 2))
    m.equation(A == K @ K)
    assert np.array_equal(m.run(1)["A"][0], K @ K)


FUNCTIONS = [np.sin, np.cos, np.tan, np.arcsin, np.arccos, np.arctan, np.sinh, np.cosh, np.tanh, np.arcsinh, np.exp,
             np.expm1, np.log, np.log10, np.log2, np.log1p, np.sqrt, np.square, np.reciprocal, np.absolute, np.negative]


def test_numpy_functions():
    m = involute.Model()
    x = m.variable("x", 0.3, True)
    m.equation(der(x) == 0)
    y = m.array("y", len(FUNCTIONS))
    for k, f in enumerate(FUNCTIONS):
        m.equation(y[k] == f(x))
    z = m.array("z", 10)
    pair = np.array([x, 2*x])  # a plain array of objects
    m.equation(z == [np.arctan2(x, 2), np.hypot(x, 2), np.maximum(x, 1), np.minimum(x, 1), np.float64(2)*x,
                     x % 0.2, np.sin(pair)[1], pair @ pair, sum([x, x, 1]), np.power(x, 3) - 1/x + abs(-x)])
    sol = m.run(1)
    assert np.allclose(sol["y"][-1], [f(0.3) for f in FUNCTIONS], rtol=1e-15)
    expected = [np.arctan2(0.3, 2), np.hypot(0.3, 2), 1, 0.3, 0.6, 0.3 % 0.2, np.sin(0.6), 0.09 + 0.36, 1.6,
                0.3**3 - 1/0.3 + 0.3]
    assert np.allclose(sol["z"][-1], expected, rtol=1e-14)


def test_numpy_functions_of_arrays():
    m = involute.Model()
    a = m.array("a", 3, start=[1, 2, 4], fixed=True)
    m.equation(der(a) == 0)
    b = np.array([0.5, -1, 3])
    n = np.array([1.0, 2, 4])
    K = np.arange(9.0).reshape(3, 3)
    cases = {"cross": lambda x: np.cross(x, b), "cumsum": np.cumsum, "product": lambda x: np.outer(x, b),
             "mean": lambda x: [np.mean(x), np.sum(x), np.prod(x), np.linalg.norm(x), np.dot(x, b), x @ K @ x],
             "more": lambda x: np.concatenate([x[::-1], (K @ x)[1:], np.diff(x)]),
             "trace": lambda x: [np.trace(np.outer(x, x))]}
    for name, f in cases.items():
        expected = np.asarray(f(n), dtype=float)
        x = m.array(name, expected.shape)
        m.equation(x, f(a))
    sol = m.run(1)
    for name, f in cases.items():
        assert np.allclose(sol[name][-1], np.asarray(f(n), dtype=float), rtol=1e-14), name


def test_events():
    m = involute.Model("Ball")
    h, v = m.variables("h v", start=[1, 0], fixed=True)
    count = m.discrete("count", 0, int)
    up = m.discrete("up", False, bool)
    m.equation(der(h) == v)
    m.equation(der(v) == -9.81)
    m.when(h < 0, reinit={v: -0.8*pre(v)}, set={count: pre(count) + 1, up: ~pre(up)})
    m.when(count >= 3, terminate="three bounces")
    sol = m.run(10)
    first = np.sqrt(2/9.81)
    assert np.allclose([e.t for e in sol.events][:2], [first, first + 1.6*first], rtol=1e-12)
    assert sol.events[0].name == "h < 0"
    assert sol.final["count"] == 3 and sol.final["up"] == 1
    assert sol.stopped_by == "terminate: three bounces"
    assert abs(sol(first/2)["h"] - 0.75) < 1e-12


def test_conditions_and_assertions():
    m = involute.Model()
    x = m.variable("x", 0, True)
    m.equation(der(x) == involute.where((m.time < 1) | (m.time > 2), 1, 0))
    assert abs(m.run(3).final["x"] - 2) < 1e-9
    m.require(x < 1.5, "x is too large")
    with pytest.raises(involute.Error, match="x is too large") as e:
        m.run(3)
    assert e.value.solution.t[-1] == pytest.approx(2.5, abs=0.01)
    assert e.value.time == pytest.approx(2.5, abs=0.01)
    assert m.last is e.value.solution


def test_parameters_that_follow_and_initial_equations():
    m = involute.Model()
    a = m.parameter("a", 2)
    b = m.parameter("b", a**2)
    x = m.variable("x")
    m.equation(der(x) == -b*x)
    m.initial(x == 3*a)
    assert m.run(1, rtol=1e-10).final["x"] == pytest.approx(6*np.exp(-4), rel=1e-8)
    assert m.run(1, rtol=1e-10, parameters={a: 1}).final["x"] == pytest.approx(3*np.exp(-1), rel=1e-8)
    assert m.run(1, rtol=1e-10).final["x"] == pytest.approx(6*np.exp(-4), rel=1e-8)


def test_html():
    m = pendulum()
    page = m._repr_html_()
    assert page.count("<math") == 2 and "rod: <math" in page and "\u02d9" in page  # dots for derivatives
    page = m.run(1)._repr_html_()
    assert "<svg" in page and "<table>" in page


MEMORY = """
import gc, resource, sys
import involute
from involute import der

def make(run):
    m = involute.Model("M")
    x, y = m.variables("x y", start=[1, 0])
    m.equation(der(x) == -y)
    m.equation(der(y) == x)
    m.equation(x**2 + y**2 == 1)
    if run:
        sol = m.run(0.1, points=5)
        sol.ledger, sol(0.05)
    else:
        m._core()

def many(count):
    for k in range(count):
        make(k % 20 == 0)
    gc.collect()

def size():
    return int(open("/proc/self/statm").read().split()[1])*resource.getpagesize()

many(1500)
before = size()
many(10000)
print(size() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no /proc/self/statm")
def test_memory_does_not_grow():
    done = subprocess.run([sys.executable, "-c", MEMORY], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 3e6


def test_expressions_outlive_their_model():
    m = involute.Model()
    x = m.variable("x")
    del m
    gc.collect()
    y = x + 1
    with pytest.raises(involute.Error):
        bool(y)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no /proc/self/maps")
def test_the_wheel_carries_its_libraries():
    with open("/proc/self/maps") as maps:
        files = {line.split()[-1] for line in maps if ".so" in line}
    package = os.path.dirname(os.path.abspath(involute.__file__))
    for name in ("libinvolute", "libklu", "libldl", "libamd", "libcolamd", "libbtf", "libsuitesparseconfig", "libjansson"):
        own = [f for f in files if os.path.basename(f).startswith(name + ".so")]
        assert own and any(f.startswith(package) for f in own), name


def test_invariants() -> None:
    found = involute.gallery("Pendulum").invariants(degree=2)
    assert [q.expr for q in found] == ["vx^2 + vy^2 + 2*g*y"]
    assert found[0].generic and found[0].residual < 1e-26 and not found[0].has_time
    assert found[0].proof == "general" and found[0].level == ""


def test_sandbox_opens_no_table_file(tmp_path):
    (tmp_path / "t.csv").write_text("0,1\n2,3\n")
    text = f"""model M
      parameter Modelica.Blocks.Types.ExternalCombiTable1D t =
        Modelica.Blocks.Types.ExternalCombiTable1D("tab", "{tmp_path}/t.csv", fill(0.0, 0, 2), {{2}}, 1);
      Real a = Modelica.Blocks.Tables.Internal.getTable1DValue(t, 1, time);
    end M;"""
    assert involute.parse(text).run(1)["a"][-1] == 2
    with pytest.raises(involute.Error, match="is not opened in a sandbox"):
        involute.parse(text, sandbox=True)
