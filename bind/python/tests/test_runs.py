# SPDX-License-Identifier: BSD-3-Clause
"""Runs and their solutions."""
import gc
import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import involute
from involute import der
from test_models import pendulum


def test_options_are_those_of_the_library():
    sol = pendulum().run((1, 3), rtol=1e-7, method="radau", every=0.5, max_step=0.1, event_rows=False)
    assert np.allclose(sol.t, [1, 1.5, 2, 2.5, 3])
    s = sol.settings
    assert s["rtol"] == 1e-7 and s["max_step"] == 0.1 and s["event_rows"] == "no" and s["method"] == "radau"
    assert (s["start"], s["stop"], s["dense" if "dense" in s else "stop"]) == (1, 3, 3)


def test_every_option_is_found_by_its_name():
    from involute import _library, _tables
    import ctypes
    info = _library.OptionInfo()
    names = []
    while _library.option_describe(len(names), ctypes.byref(info)):
        names.append(info.name.decode())
    assert names == [flag for _, _, flag in _tables.OPTIONS]


@pytest.mark.parametrize("options, words", [
    (dict(rtoll=1), "did you mean 'rtol'"),
    (dict(rtol=3), "out of range"),
    (dict(method="dopri"), "method"),
    (dict(parameters={"M": 1}), "M"),
    (dict(parameters={"L": float("inf")}), "must be finite"),
    (dict(start={"x": "one"}), "must be a number"),
    (dict(start=2), "values by name"),
    (dict(parameters={"L": np.complex128(1 + 1j)}), "must be a number, and real"),
    (dict(start={"x": np.array([1j])[0]}), "must be a number, and real"),
    (dict(rtol=np.complex128(1e-4)), "must be a number, and real"),
    (dict(rtol="much"), "rtol"),
    (dict(rtol=[1]), "must be a number"),
])
def test_options_that_are_wrong(options, words):
    with pytest.raises(involute.Error, match=words):
        pendulum().run(1, **options)


def test_flags_are_words_or_values():
    m = pendulum()
    for off in ("no", "false", False, 0, None):
        assert m.run(1, verify=off).settings["verify"] == 0
    assert m.run(1, verify="yes").settings["verify"] == m.run(1, verify=True).settings["verify"] == 1
    with pytest.raises(involute.Error, match="neither true nor false"):
        m.run(1, verify="maybe")


def test_a_run_after_an_error():
    m = pendulum()
    with pytest.raises(involute.Error):
        m.run(1, parameters={"L": 0})
    assert m.run(1).status == "done"


def test_values_do_not_stay():
    m = pendulum()
    first = m.run(1)["x"]
    other = m.run(1, parameters={"L": 2, "g": 1}, start={"x": 2})
    third = m.run(1, parameters={"L": 3, "g": 1}, start={"x": 3})
    assert other["x"][0] == 2 and third["x"][0] == 3
    assert np.array_equal(first, m.run(1)["x"])
    fresh = pendulum().run(1, parameters={"L": 3, "g": 1}, start={"x": 3})
    assert np.array_equal(fresh["x"], third["x"])


def test_derivatives_at_the_start():
    sol = pendulum().run(1, start={"der(y)": 2})
    assert sol["der(y)"][0] == 2


def test_dense_output_is_on_the_constraints():
    m = pendulum()
    times = np.linspace(0, 3, 50)
    for dense in (True, False):
        sol = m.run(3, rtol=1e-6, dense=dense)
        m.run(1)  # solutions do not depend on later runs
        p = sol(times)
        assert np.abs(p["x"]**2 + p["y"]**2 - 1).max() < 5e-16
        assert np.abs(p["x"]*p["der(x)"] + p["y"]*p["der(y)"]).max() < 5e-15
        assert sol(sol.t[17])["x"] == sol["x"][17]
    with pytest.raises(involute.Error):
        sol(4)


def test_solutions():
    sol = pendulum().run(2, rtol=1e-8)
    assert len(sol) == len(sol.t) == 501
    assert sol.stats["steps"] > 10 and sol.stats["solve_seconds"] > 0
    assert "x" in sol and "q" not in sol
    with pytest.raises(KeyError, match="there is no column 'q'"):
        sol["q"]
    assert "rod: x^2 + y^2 = L^2" in str(sol.ledger)
    assert "done at t = 2" in str(sol)
    assert {row.kind for row in sol.ledger} == {"explicit", "hidden", "top"}
    assert not sol.events


def test_pandas():
    pytest.importorskip("pandas")
    frame = pendulum().run(1).to_dataframe()
    assert frame.index.name == "time" and "der(x)" in frame.columns


def test_plot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    assert len(pendulum().run(1).plot("x", "y").lines) == 2


def test_files(tmp_path):
    sol = pendulum().run(1)
    sol.write(str(tmp_path / "a.csv"))
    head = (tmp_path / "a.csv").read_text().splitlines()[0]
    assert head.startswith("time,x,y,F")
    with pytest.raises(involute.Error):
        sol.write(str(tmp_path / "none" / "a.csv"))


def test_threads_run_one_model():
    m = pendulum()
    expected = m.run(2)["x"]
    found = []
    threads = [threading.Thread(target=lambda: found.append(m.run(2)["x"])) for _ in range(8)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert len(found) == 8
    assert all(np.array_equal(x, expected) for x in found)


ASKED_BY_THREADS = """
import threading
import numpy as np
import involute

def in_threads(ask):
    found = []
    threads = [threading.Thread(target=lambda: found.append(ask())) for _ in range(4)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    return found

m = involute.gallery("Pendulum")
times = np.linspace(0.1, 0.2, 20)
expected = m.run(0.3)(times)["x"]
wrong = 0
for k in range(20):
    sol = m.run(0.3, dense=k % 2)
    wrong += sum(not np.array_equal(x, expected) for x in in_threads(lambda: sol(times)["x"]))
    wrong += sum(len(ledger) != len(sol.ledger) for ledger in in_threads(lambda: sol.ledger))
print(wrong)
"""


def test_threads_ask_one_solution():
    done = subprocess.run([sys.executable, "-c", ASKED_BY_THREADS], capture_output=True, text=True, timeout=120)
    assert done.stdout == "0\n", (done.returncode, done.stderr)


def test_options_of_the_model_outlive_it():
    text = """model A Real x(start = 1); equation der(x) = -x;
annotation(__involute(solver(method = "dop853", startPoint = "x=2"))); end A;"""
    m = involute.parse(text)
    sol = m.run(1)
    m.run(1, points=3)
    del m
    gc.collect()
    others = [involute.parse(text.replace("dop853", "rk4").replace("x=2", "x=7")) for _ in range(20)]
    assert sol.settings["method"] == "dop853" and sol.settings["start_point"] == "x=2"
    assert sol._options.method == b"dop853" and sol._options.start_point == b"x=2"
    assert sol(0)["x"] == 2 and len(others) == 20


def test_progress_is_told():
    seen = []
    m = pendulum()
    m.run(3000, rtol=1e-12, max_steps=10**9, points=1, progress=lambda t, steps: seen.append((t, steps)))
    assert all(0 <= t <= 3000 for t, _ in seen)


def test_an_error_of_the_progress_function_ends_the_run():
    def wrong(t, steps):
        raise RuntimeError("mine")
    m = pendulum()
    with pytest.raises(RuntimeError, match="mine"):
        m.run(1e9, max_steps=10**9, every=1e6, progress=wrong)
    assert m.run(1).status == "done"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_runs_models():
    m = pendulum()
    m.run(1)
    child = os.fork()
    if not child:
        os._exit(0 if m.run(1).status == "done" else 1)
    assert os.waitpid(child, 0)[1] == 0


INTERRUPTED = """
import os, signal, threading
import involute
threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
m = involute.gallery("Pendulum")
try:
    m.run(1e9, max_steps=10**9, every=1)
except involute.Interrupted as e:
    s = e.solution
    print(s.status, len(s) > 1, s is m.last, 0 < s.t[-1] <= s.end < 1e9, s.ledger.worst < 4)
"""


def test_interrupts_keep_what_was_computed():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["stopped", "True", "True", "True", "True"], done.stderr


ALARMED = """
import signal, sys
import involute

class TooLong(Exception):
    pass

def ring(*_):
    raise TooLong

signal.signal(signal.SIGALRM, ring)
m = involute.gallery("Pendulum")
for steps in (False, True):  # with steps, the library calls functions in Python
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        m.run(1e9, max_steps=10**9, every=1e6, steps=steps)
    except TooLong:
        print("told")
signal.signal(signal.SIGALRM, lambda *_: print("heard"))
signal.setitimer(signal.ITIMER_REAL, 0.5)
print(m.run(400000, max_steps=10**9, every=400000).status)
"""


def test_handlers_of_signals_are_called_and_their_exceptions_end_runs():
    done = subprocess.run([sys.executable, "-c", ALARMED], capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["told", "told", "heard", "done"], done.stderr
    assert done.stderr == ""


def test_an_exception_of_the_progress_function_ends_the_run():
    def refuse(t, steps):
        raise LookupError(f"{steps > 0}")
    with pytest.raises(LookupError, match="True"):
        involute.gallery("Pendulum").run(1e9, max_steps=10**9, every=1e6, progress=refuse)


def test_a_run_again_uses_what_the_last_one_was_given_only_where_it_is_the_same():
    m = involute.gallery("Pendulum")
    first = m.run(1, rtol=1e-8)
    assert m.run(1, rtol=1e-8).settings["rtol"] == 1e-8
    assert m.run(1, rtol=1e-5).settings["rtol"] == 1e-5
    assert m.run(1).settings["rtol"] != 1e-5
    assert m.run(2.0, points=1).end == 2
    assert m.run((-0.0, 1)).end == 1 and m.run(1, rtol=np.float64(1e-4)).settings["rtol"] == 1e-4
    again = m.run(1, rtol=1e-8)
    assert np.array_equal(again["x"], first["x"]) and first.settings["rtol"] == 1e-8
    assert np.array_equal(first(0.5)["x"], again(0.5)["x"])  # runs once more, with the options of its own


def test_runs_of_one_model_are_watched_in_different_ways():
    """The same model is run with and without a function that is told, after a run that an exception has ended, and by another thread."""
    m = involute.gallery("Pendulum")
    told = []
    m.run(60000, max_steps=10**9, points=1, progress=lambda t, steps: told.append(t))
    assert told
    count = len(told)
    m.run(60000, max_steps=10**9, points=1)
    assert len(told) == count
    with pytest.raises(ZeroDivisionError):
        m.run(60000, max_steps=10**9, points=1, progress=lambda t, steps: 1//0)
    assert m.run(1).status == "done"
    other = []
    thread = threading.Thread(target=lambda: other.append(m.run(1)))
    thread.start()
    thread.join()
    assert other[0].status == "done" and m.run(1).status == "done"
