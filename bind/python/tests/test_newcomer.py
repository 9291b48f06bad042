# SPDX-License-Identifier: BSD-3-Clause
"""What somebody tries first who knows numpy: events, reports, copies, and mistakes with the line that makes them."""
import copy
import decimal
import fractions
import io
import itertools
import json
import math
import os
import pickle
import sys
import threading

import numpy as np
import pytest

import involute
from involute import Zero, der, pre
from test_models import pendulum


def built():
    m = involute.Model("P")
    x, y = m.variables("x y", start=[1, 0])
    return m, x, y


# --- events ---

def test_zeros_of_expressions_texts_and_conditions():
    m = pendulum()
    x, y = m["x"], m["y"]
    sol = m.run(3, rtol=1e-9, events=[x, y < -0.9, "y + 0.5", Zero(x, 1, name="right")])
    by_name = {}
    for e in sol.events:
        by_name.setdefault(e.name, []).append(e)
    assert [e.direction for e in by_name["x"]] == [-1, 1, -1]
    assert len(by_name["right"]) == 1 and by_name["right"][0].t == by_name["x"][1].t
    assert all(e.direction == -1 for e in by_name["y < -0.9"]) and len(by_name["y + 0.5"]) >= 5
    for e in by_name["x"]:
        assert abs(e.values["x"]) < 1e-12 and abs(e.values["y"] + 1) < 1e-12
    times = [e.t for e in sol.events]
    assert times == sorted(times)
    assert m.run(3).events == []  # nothing stays


def test_a_terminal_event_ends_the_run():
    m = pendulum()
    sol = m.run(10, events=Zero(m["x"], terminal=True))
    quarter = m.run(10, rtol=1e-11, events=Zero("x", terminal=True)).end
    assert (sol.status, sol.stopped_by) == ("done", "event")
    assert sol.end == sol.t[-1] == sol.events[-1].t == pytest.approx(quarter, rel=1e-5)
    assert abs(sol["x"][-1]) < 1e-12 and abs(sol.final["x"]) < 1e-12 and abs(sol(sol.end)["x"]) < 1e-12
    assert np.all(np.diff(sol.t) > 0) and sol.ledger.worst < 4
    assert abs(sol(0.3)["x"]**2 + sol(0.3)["y"]**2 - 1) < 1e-15
    with pytest.raises(involute.Error, match="where a terminal event ends it"):
        sol(5.0)
    assert m.run(1).end == 1


def test_terminal_events_backwards_and_beside_those_of_the_model():
    m = involute.gallery("BouncingBall")
    sol = m.run(3, events=Zero("v", -1, terminal=True))  # the top after the first bounce
    assert [e.name for e in sol.events][-1] == "v" and len(sol.events) >= 2
    b, x, y = built()
    b.equation(der(x) == -1)
    b.equation(y == x**2)
    sol = b.run((0, -2), events=Zero(x - 1.5, terminal=True))
    assert sol.end == pytest.approx(-0.5) and np.all(np.diff(sol.t) < 0)


def test_events_that_are_wrong():
    m = pendulum()
    for wrong, words in [(lambda t, y: y, "found function"), (Zero("x", 2), "-1, 0 or 1"), ("x +", "expected"),
                         ("w", "'w'"), (m["x"] == 0, "with < or >")]:
        with pytest.raises(involute.Error, match=words):
            m.run(1, events=wrong)
    assert m.run(1).status == "done"


# --- inputs ---

def test_inputs_over_time():
    m = involute.Model()
    u = m.input("u", start=2)
    x = m.variable("x", start=0, fixed=True)
    m.equation(der(x) == u)
    assert m.run(3).final["x"] == pytest.approx(6)
    sol = m.run(3, inputs={u: ([0, 1, 3], [0, 1, 1])}, rtol=1e-10)
    assert sol.final["x"] == pytest.approx(2.5, rel=1e-9) and sol(1.0)["x"] == pytest.approx(0.5, rel=1e-9)
    assert m.run(3, parameters={"u": 1}).final["x"] == pytest.approx(3)
    with pytest.raises(involute.Error, match="2 times and 1 values"):
        m.run(1, inputs={"u": ([0, 1], [1])})
    with pytest.raises(involute.Error, match="takes \\(times, values\\)"):
        m.run(1, inputs={"u": 3})
    with pytest.raises(involute.Error, match="no input 'w'"):
        m.run(1, inputs={"w": ([0], [1])})


# --- pages ---

def test_a_report(tmp_path):
    path = tmp_path / "out.html"
    sol = pendulum().run(1)
    sol.report(path)
    page = path.read_text(encoding="utf-8")
    assert "<math" in page and "rod" in page and page.rstrip().endswith("</html>")
    with pytest.raises(involute.Error, match=".html file"):
        sol.report(tmp_path / "out.pdf")
    with pytest.raises(involute.Error, match="no folder"):
        sol.report(tmp_path / "none" / "out.html")


def page_data(path):
    page = path.read_text(encoding="utf-8")
    return json.loads(page.split('<script type="application/json" id="data">')[1].split("</script>")[0])


def test_a_report_is_made_of_the_solution(tmp_path, monkeypatch):
    """Pages from the solution itself, with its steps or not, and from another run agree; the first run nothing."""
    m = involute.Model("Ball")
    h, v = m.variables("h v", start=[1, 0], fixed=True)
    m.equation(der(h) == v)
    m.equation(der(v) == -9.81)
    m.when(h < 0, reinit={v: -0.8*pre(v)})
    m.section(v, direction=-1)
    one, other = m.run(2), m.run(2, steps=True)
    one.report(tmp_path / "again.html", steps=True)
    for module in (involute._model, involute._solution):
        monkeypatch.setattr(module.lib, "model_run", None)
    one.report(tmp_path / "rows.html")
    other.report(tmp_path / "steps.html")
    rows, steps, again = (page_data(tmp_path / f"{name}.html") for name in ("rows", "steps", "again"))
    for key in ("rows", "names", "source", "plots", "animation", "units"):
        assert rows[key] == steps[key] == again[key]
    assert rows["result"]["ledger"] == again["result"]["ledger"]
    assert rows["steps"]["total"] == 0
    assert steps["steps"] == again["steps"] and steps["crossings"] == again["crossings"]
    assert steps["steps"]["total"] == other.stats["steps"] == len(other.steps)
    assert len(steps["crossings"]["value"][0]) >= 1
    assert rows["rows"]["value"][rows["names"].index("h")] == pytest.approx(one["h"], abs=1e-9)
    with pytest.raises(involute.Error, match="steps of this run were not kept"):
        one.steps


def test_copies_of_models_with_tables_are_stored():
    m = involute.Model()
    x = m.variable("x", start=1)
    m.equation(der(x) == -m.table([0, 1, 2], [0, 1, 4])(x))
    copied = copy.copy(m)
    assert copied.text == m.text
    again = pickle.loads(pickle.dumps(copied))
    assert again.run(1).final == copied.run(1).final == m.run(1).final


def test_what_ctrl_c_raises_is_stored():
    sol = pendulum().run(1)
    for solution in (None, sol):
        e = pickle.loads(pickle.dumps(involute.Interrupted(solution)))
        assert str(e) == str(involute.Interrupted(solution))
        assert e.solution is None if solution is None else np.array_equal(e.solution["x"], sol["x"])


def test_a_report_that_cannot_be_written_is_an_exception_only(capfd):
    with pytest.raises(involute.Error, match="cannot write '/proc/out.html'"):
        pendulum().run(1).report("/proc/out.html")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("mistake", [
    lambda m, x: m.when(x < 0.5, terminate=5),
    lambda m, x: m.when(x < 0.5, terminate="a\0b"),
    lambda m, x: m.call(""),
    lambda m, x: m.variable("z", unit=5),
    lambda m, x: m.variable("z", start=math.nan),
    lambda m, x: m.variable("z", start="1"),
    lambda m, x: m.variable("z", start=True),
    lambda m, x: m.variable("z", fixed=1),
    lambda m, x: m.variables("z w", start=[1, math.nan]),
    lambda m, x: m.variables("z 2w"),
    lambda m, x: m.array("z", 2, start=[1, math.nan]),
    lambda m, x: m.parameter("z", 1, unit=5),
    lambda m, x: m.parameter("z", built()[1]),
    lambda m, x: m.parameters("z w", [1, math.nan]),
    lambda m, x: m.input("z", start=math.nan),
    lambda m, x: m.output("z", start=math.inf),
    lambda m, x: m.output("z", x + built()[1]),
    lambda m, x: m.discrete("z", 2.7, int),
    lambda m, x: m.discrete("z", 2, bool),
    lambda m, x: m.discrete("z", math.nan),
    lambda m, x: m.equation([x, x], [0, math.nan]),
    lambda m, x: m.equation(x, 1, name="a\0b"),
    lambda m, x: m.require(x < 0.5, "a\0b"),
])
def test_a_mistake_that_was_caught_leaves_the_model_as_it_is(mistake):
    m = involute.Model()
    x = m.variable("x", start=1)
    m.equation(der(x) == -x)
    before = m.text
    with pytest.raises(involute.Error):
        mistake(m, x)
    assert m.text == before
    z = m.variable("z")
    m.equation(z == x)
    assert m.run(1).final["z"] == pytest.approx(math.exp(-1), rel=1e-4)


def test_starts_of_discrete_variables_have_their_type():
    m = involute.Model()
    x = m.variable("x", start=1)
    m.equation(der(x) == -x)
    names = [m.discrete("n", 2.0, int), m.discrete("on", True, bool), m.discrete("d", decimal.Decimal("0.1"))]
    m.when(x < 0.5, set={name: pre(name) for name in names})
    sol = m.run(0.1)
    assert [sol.final[name] for name in ("n", "on", "d")] == [2, 1, 0.1]


def test_texts_are_not_cut_at_zero_bytes(tmp_path):
    m = pendulum()
    sol = m.run(1)
    for ask in (lambda: involute.Model("A\0B"), lambda: m.run(1, method="dopri54\0junk"), lambda: m.run(1, events="x\0y"),
                lambda: sol.write(tmp_path / "a\0b.csv"), lambda: sol.write(str(tmp_path / "a.csv\0b")),
                lambda: sol.report(str(tmp_path / "a\0.html")), lambda: involute.parse("model A end A;", "a\0b"),
                lambda: m.run(1, start={"x\0=2": 1}), lambda: m.linearize(outputs="x\0y")):
        with pytest.raises(involute.Error, match="zero bytes"):
            ask()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("sense", [1, -1])
def test_the_order_of_events_does_not_count(sense):
    m = involute.Model()
    x = m.variable("x", start=0, fixed=True)
    m.equation(der(x) == sense)
    m.section(x - 0.2)
    m.section(x - 0.8)
    wanted = [x - 0.7, Zero(x - 0.6, terminal=True), Zero(x - 0.5, terminal=True), x - 0.5, x - 0.3]
    for events in itertools.permutations(wanted):
        sol = m.run((0, sense), events=list(events), first_step=1)
        assert [e.t for e in sol.events] == pytest.approx([0.3*sense, 0.5*sense, 0.5*sense])
        assert sol.end == pytest.approx(0.5*sense) and sol.t[-1] == sol.end
        assert [c[2] for c in sol._recorder.crossings] == pytest.approx([0.2*sense])


def test_a_report_of_what_an_event_has_ended(tmp_path):
    sol = pendulum().run(5, events=involute.Zero("x", terminal=True))
    sol.report(tmp_path / "out.html")
    data = page_data(tmp_path / "out.html")
    assert data["result"]["status"] == "done"
    assert data["rows"]["value"][0][-1] == pytest.approx(sol.end)


def test_a_report_of_a_member_and_of_another_model(tmp_path):
    m = pendulum()
    sol = m.map([{"g": 9.0}], 1)[0]
    m.parameter("unused", 1)
    sol.report(tmp_path / "out.html")
    assert page_data(tmp_path / "out.html")["rows"]["total"] == len(sol)


def test_a_plot():
    pytest.importorskip("matplotlib").use("Agg")
    m = involute.Model()
    q = m.array("q", 2, start=[1, 2])
    m.equation(der(q) == -q)
    sol = m.run(1)
    axes = sol.plot("q", linewidth=2)
    assert [l.get_label() for l in axes.lines] == ["q[1]", "q[2]"] and axes.get_xlabel() == "time"
    assert sol.plot(q[0], x=q[1]).get_xlabel() == "q[2]"


class Shown:
    """What display(..., display_id=True) of a notebook gives."""

    def __init__(self, log):
        self.log = log

    def update(self, what):
        self.log.append(what._repr_html_())


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_bar_of_a_terminal_belongs_to_the_main_thread(monkeypatch):
    from involute import _model
    monkeypatch.setattr(sys, "stderr", Terminal())
    clock = iter(range(0, 100000, 2))
    monkeypatch.setattr(_model.time, "monotonic", lambda: next(clock))
    m = pendulum()
    thread = threading.Thread(target=lambda: m.run(30000, rtol=1e-10, points=1))
    thread.start()
    thread.join()
    assert sys.stderr.getvalue() == ""
    m.run(30000, rtol=1e-10, points=1)
    assert "steps" in sys.stderr.getvalue()


def test_the_bar_of_a_notebook(monkeypatch):
    log = []
    from involute import _model

    def display(what, display_id):
        log.append(what._repr_html_())
        return Shown(log)
    monkeypatch.setattr(_model, "notebook_display", lambda: display)
    clock = iter(range(0, 100000, 2))
    monkeypatch.setattr(_model.time, "monotonic", lambda: next(clock))
    pendulum().run(30000, rtol=1e-10, points=1)
    assert len(log) >= 2 and "<progress" in log[0] and "steps" in log[0] and log[-1] == ""


# --- copies ---

def test_models_are_copied_and_stored():
    m = pendulum()
    x = m.run(1)["x"]
    for other in (copy.copy(m), copy.deepcopy(m), pickle.loads(pickle.dumps(m)),
                  pickle.loads(pickle.dumps(involute.parse(m.text, "p.mo")))):
        assert np.array_equal(other.run(1)["x"], x)
    with pytest.raises(involute.Error, match="add to the text"):
        copy.copy(m).variable("z")
    assert m.variable("z").name == "z"
    array = involute.Model()
    q = array.array("q", 2, start=1)
    array.equation(der(q) == -q)
    try:
        assert np.array_equal(pickle.loads(pickle.dumps(array)).run(1)["q"], array.run(1)["q"])
    except TypeError as e:
        assert "store the function" in str(e)


def test_solutions_are_stored():
    sol = involute.gallery("BouncingBall").run(1)
    for other in (pickle.loads(pickle.dumps(sol)), copy.deepcopy(sol)):
        assert np.array_equal(other["h"], sol["h"]) and other.events == sol.events
        assert other.stats == sol.stats and other.ledger.worst == sol.ledger.worst and other.end == sol.end
        assert str(other) == str(sol) and "<svg" in other._repr_html_()
        with pytest.raises(involute.Error, match="run the model again"):
            other(0.5)
        assert np.array_equal(pickle.loads(pickle.dumps(other)).t, sol.t)


def test_expressions_stay_where_they_are():
    m, x, y = built()
    assert copy.copy(x) is x and copy.deepcopy([x])[0] is x
    with pytest.raises(TypeError, match="belongs to its model"):
        pickle.dumps(x)


# --- numbers and functions ---

def test_other_numbers():
    m, x, y = built()
    assert repr(x*fractions.Fraction(1, 2)) == "x*0.5" and repr(decimal.Decimal("1.5")*x) == "1.5*x"
    assert repr(np.float32(2)*x) == "2*x" and repr(x*np.int8(3)) == "x*3"
    assert repr(np.array([1.0, 2.0])*x) == repr(involute.Array([1*x, 2*x]))


@pytest.mark.parametrize("function", [np.arctanh, np.exp2, np.cbrt, np.deg2rad, np.rad2deg, np.log2, np.square,
                                      np.reciprocal, np.arcsinh, lambda x: np.clip(x, 0.2, 0.3), lambda x: np.hypot(x, 2),
                                      lambda x: np.where(x < 1, x, 2), lambda x: 7 % x, lambda x: x // 0.1,
                                      lambda x: np.floor_divide(x, 0.1), lambda x: np.float_power(x, 3)])
def test_functions_of_numpy(function):
    check_function(function, 0.37)


def check_function(function, value):
    m = involute.Model()
    y = m.variable("y")
    p = m.parameter("p", value)
    m.equation(y == function(p))
    assert m.run(1).final["y"] == pytest.approx(float(function(value)), rel=1e-14, abs=0)


@pytest.mark.parametrize("value", [-7.6, -0.4, 0.0, 0.4, 7.6])
def test_functions_of_numpy_on_both_sides_of_zero(value):
    for function in (np.trunc, lambda x: np.fmod(x, 3), lambda x: np.fmod(20, x + 0.7), lambda x: np.copysign(3, x),
                     lambda x: np.copysign(x, -2), lambda x: np.heaviside(x, 0.5), lambda x: np.logaddexp(x, 1),
                     lambda x: np.logaddexp(-800, x), lambda x: divmod(x, 3)[0] + 10*divmod(x, 3)[1],
                     lambda x: divmod(20, x + 0.7)[1]):
        check_function(function, value)


def test_arctanh_of_small_numbers_keeps_its_digits():
    check_function(np.arctanh, 1.3e-9)


def test_linear_algebra_of_numpy():
    m, x, y = built()
    v = np.array([x, y])
    assert repr(np.linalg.norm(v)) == "sqrt(x*x + y*y)" and repr(np.dot([1, 2], [x, y])) == "1*x + 2*y"
    assert [repr(e) for e in v @ np.array([[1, 2], [3, 4]])] == ["x*1 + y*3", "x*2 + y*4"]


# --- mistakes ---

@pytest.mark.parametrize("mistake, words", [
    (lambda m, x, y: x*1j, "models are real"),
    (lambda m, x, y: m.equation(x == 1 + 2j), "models are real"),
    (lambda m, x, y: 1 if x < 0 else 2, "where\\(condition"),
    (lambda m, x, y: x < 0 and y < 0, "a & b"),
    (lambda m, x, y: 0 < x < 1, "a < b < c"),
    (lambda m, x, y: max(x, y), "where\\(condition"),
    (lambda m, x, y: math.sin(x), "np.sin"),
    (lambda m, x, y: float(x), "before a run"),
    (lambda m, x, y: np.isnan(x), "np.isnan of an expression"),
    (lambda m, x, y: m.equation([x, y], [1, 2, 3]), "shapes"),
    (lambda m, x, y: m.equation(True), "both sides of the equation are numbers"),
    (lambda m, x, y: m.equation(x), "left == right"),
    (lambda m, x, y: m.variable("x"), "declared twice"),
    (lambda m, x, y: m.variable("2x"), "is no name"),
    (lambda m, x, y: m.variable("c", start=1j), "models are real"),
    (lambda m, x, y: m.array("q", 3, start=[1, 2]), "start values of the shape"),
    (lambda m, x, y: m.variables("a b", start=[1]), "2 names and 1 start values"),
    (lambda m, x, y: m.equation(built()[1] == x), "another model"),
    (lambda m, x, y: m.run([0, 1, 2]), "from, to"),
    (lambda m, x, y: m.run(1, rtol=[1]), "must be a number"),
])
def test_mistakes_have_the_line_of_the_program(mistake, words):
    m, x, y = built()
    with pytest.raises(involute.Error, match=words) as e:
        mistake(m, x, y)
    assert e.value.where.split(":")[0].endswith("test_newcomer.py") and str(e.value).startswith(e.value.where)
    m.equation(der(x) == -y)  # and nothing is spoilt
    m.equation(der(y) == x)
    assert m.run(1).status == "done"


def test_start_values_of_pandas():
    pandas = pytest.importorskip("pandas")
    assert pendulum().run(1, start=pandas.Series({"x": 0.6, "y": -0.8}))["x"][0] == pytest.approx(0.6)


def test_names_of_what_is_declared():
    m, x, y = built()
    q = m.array("q", 2)
    assert m["x"] is x and list(m["q"]) == list(q) and m["q[2]"] is q[1]
    with pytest.raises(KeyError, match="did you mean 'x'"):
        m["xx"]


# --- owners ---

def test_nothing_outlives_its_owner():
    """Everything is freed in every order: models before solutions, solutions before arrays, expressions last."""
    import gc
    import itertools
    for order in itertools.permutations(range(4)):
        m = pendulum()
        sol = m.run(1, dense=True)
        kept = {0: m, 1: sol, 2: sol["x"], 3: m["x"]}
        del m, sol
        for k in order:
            last = kept.pop(k)
            del last
            gc.collect()
            for one in kept.values():
                if isinstance(one, np.ndarray):
                    assert one[0] == 1
                elif isinstance(one, involute.Solution):
                    assert one(0.5)["x"]**2 + one(0.5)["y"]**2 == pytest.approx(1) and one.ledger.worst < 4
                elif isinstance(one, involute.Model):
                    assert one.run(0.1).status == "done"
                else:
                    assert repr(one + 1) == "x + 1"


def test_exceptions_in_functions_end_runs_and_nothing_else():
    m = pendulum()
    for _ in range(20):
        with pytest.raises(ZeroDivisionError):
            m.run(1e5, progress=lambda t, steps: 1/0)
    with pytest.raises(RuntimeError, match="once"):
        involute.solve_ivp(lambda t, y: (_ for _ in ()).throw(RuntimeError("once")), (0, 1), [1.0])
    assert m.run(1).status == "done"


def test_threads_build_run_and_free_at_once():
    failures = []

    def work(seed):
        try:
            for k in range(5):
                m = pendulum()
                sol = m.run(1, parameters={"g": 1 + seed})
                assert sol.ledger.worst < 4 and sol(0.5)["x"] < 1
                m.linearize()
        except BaseException as e:  # pragma: no cover
            failures.append(e)
    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures


def test_one_model_in_several_threads():
    m = pendulum()
    expected = m.run(2)["x"].copy()
    found = [None]*6

    def work(k):
        found[k] = m.run(2)["x"]
    threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert all(np.array_equal(x, expected) for x in found)


def test_models_made_and_freed_do_not_grow():
    """INVOLUTE_MODELS=100000 for the long one."""
    resource = pytest.importorskip("resource")
    count = int(os.environ.get("INVOLUTE_MODELS", "1500"))

    def make():
        m = involute.Model("M")
        x, y = m.variables("x y", start=[1, 0])
        m.equation(der(x) == -y)
        m.equation(der(y) == x)
        m.run(0.1, points=1)

    def pages():
        with open("/proc/self/statm", encoding="ascii") as f:
            return int(f.read().split()[1])*resource.getpagesize()
    for _ in range(300):
        make()
    before = pages()
    for _ in range(count):
        make()
    grown = pages() - before
    print(f"{count} models: {grown} bytes more")
    assert grown < 1.5e6


def test_words_for_what_people_try():
    m = pendulum()
    with pytest.raises(involute.Error, match="every and points choose output rows"):
        m.run(1, t_eval=[0, 1])
    with pytest.raises(involute.Error, match="without zero bytes"):
        m.variable("x\0y")
    with pytest.raises(involute.Error, match="ASCII"):
        involute.Model("M").variable("θ")
    with pytest.raises(involute.Error, match="found bytes"):
        involute.parse(b"model M end M;")
