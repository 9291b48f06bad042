# SPDX-License-Identifier: BSD-3-Clause
"""solve_ivp beside scipy's."""
import subprocess
import sys
import threading

import numpy as np
import pytest

import involute


def kepler(t, y):
    r3 = (y[0]**2 + y[1]**2)**1.5
    return np.array([y[2], y[3], -y[0]/r3, -y[1]/r3])


def conserved(t, y):
    return [(y[2]**2 + y[3]**2)/2 - 1/np.sqrt(y[0]**2 + y[1]**2), y[0]*y[3] - y[1]*y[2]]


START = [0.5, 0, 0, np.sqrt(3)]


def test_invariants_hold_to_round_off():
    sol = involute.solve_ivp(kepler, (0, 20), START, invariants=conserved, rtol=1e-9)
    values = np.array([conserved(0, y) for y in sol.y.T])
    assert np.abs(values - values[0]).max() < 2e-15
    assert sol.success and sol.status == 0 and sol.nfev > 0
    assert all("complex step" in row.equation for row in sol.ledger)
    assert sol.ledger.worst < 4


@pytest.mark.parametrize("method", ["auto", "RK45", "DOP853", "Radau"])
def test_agrees_with_scipy(method):
    scipy = pytest.importorskip("scipy.integrate")
    def up(t, y): return y[1]
    up.direction = 1
    def left(t, y): return y[0] + 0.5
    wanted = dict(t_eval=np.linspace(0, 10, 7), events=[up, left])
    a = involute.solve_ivp(kepler, (0, 10), START, method, rtol=1e-8, **wanted)
    b = scipy.solve_ivp(kepler, (0, 10), START, "DOP853", rtol=1e-10, atol=1e-12, **wanted)
    assert np.array_equal(a.t, b.t)
    assert np.abs(a.y - b.y).max() < 1e-4
    assert [len(t) for t in a.t_events] == [len(t) for t in b.t_events]
    for k in range(2):
        assert np.allclose(a.t_events[k], b.t_events[k], atol=1e-4)
        assert np.allclose(a.y_events[k], b.y_events[k], atol=1e-4)


def test_a_terminal_event_ends_the_run():
    def ground(t, y): return y[0]
    ground.terminal = True
    ground.direction = -1
    sol = involute.solve_ivp(lambda t, y: [y[1], -9.81], (0, 100), [1, 0], events=ground)
    assert sol.status == 1 and sol.success
    assert sol.t[-1] == pytest.approx(np.sqrt(2/9.81), rel=1e-12)
    assert abs(sol.y[0, -1]) < 1e-14


def test_dense_output_arguments_and_backward():
    sol = involute.solve_ivp(lambda t, y, k: -k*y, (2, -1), [1.0], args=(3,), rtol=1e-10, dense_output=True)
    assert np.allclose(sol.sol([1, 0])[0], np.exp(-3*(np.array([1, 0]) - 2)), rtol=1e-8)
    assert sol.sol(0.5).shape == (1,)
    assert sol.t[0] == 2 and sol.t[-1] == -1


def test_differences_where_functions_are_not_analytic():
    sol = involute.solve_ivp(lambda t, y: [y[1], -y[0]], (0, 5), [0.8, 0.6],
                             constraints=lambda t, y: abs(y[0])*abs(y[0]) + y[1]**2 - 1)
    assert "differences" in sol.ledger[0].equation
    assert np.abs(sol.y[0]**2 + sol.y[1]**2 - 1).max() < 1e-15


@pytest.mark.parametrize("rows", [dict(every=5), dict(points=2), dict(steps=False)])
def test_no_event_is_lost_between_rows(rows):
    with pytest.raises(involute.Error, match="t_eval"):
        involute.solve_ivp(lambda t, y: [y[1], -y[0]], (0, 10), [1, 0], events=lambda t, y: y[0], **rows)


@pytest.mark.parametrize("span, times, words", [
    ((0, 1), [0, 2], "not within"), ((0, 1), [0, np.nan], "not within"), ((0, 1), [0.5, 0.2], "sorted"),
    ((1, 0), [0.2, 0.5], "sorted"), ((0, 1), [0.2, 0.2], "sorted"), ((0, 1), [[0.2, 0.5]], "1-dimensional")])
def test_times_are_checked_before_the_run(span, times, words):
    def never(t, y):
        raise AssertionError("called")
    with pytest.raises(ValueError, match=words):
        involute.solve_ivp(never, span, [1.0], t_eval=times)


def test_imaginary_parts_are_not_left_out():
    with pytest.raises(involute.Error, match="y0 must be real"):
        involute.solve_ivp(lambda t, y: -y, (0, 1), np.array([1 + 1j]))
    with pytest.raises(involute.Error, match="complex values at the real point t = 0"):
        involute.solve_ivp(lambda t, y: -1j*y, (0, 1), [1.0])
    with pytest.raises(involute.Error, match="complex values"):
        involute.solve_ivp(lambda t, y: -y, (0, 1), [1.0], invariants=lambda t, y: 1j*y[0])
    sol = involute.solve_ivp(lambda t, y: -y + 0j, (0, 1), [1.0])
    assert sol.y[0, -1] == pytest.approx(np.exp(-1), rel=1e-5)


ROWS_ONLY = """
import gc
import involute
kept = []
for k in range(100):
    y = involute.solve_ivp(lambda t, y: [y[1], -y[0]], (0, 1), [1, 0]).y
    gc.collect()
    kept += [bytearray(b"\\1"*n) for n in (8328, 8320, 8300, 8288, 8200) for _ in range(10)]  # where the system was
    del y
    gc.collect(0)
print("done")
"""


def test_rows_outlive_the_result():
    done = subprocess.run([sys.executable, "-c", ROWS_ONLY], capture_output=True, text=True, timeout=120)
    assert done.stdout == "done\n", (done.returncode, done.stderr)


def test_threads_ask_one_solution():
    sol = involute.solve_ivp(lambda t, y: [y[1], -y[0]], (0, 10), [1, 0], dense_output=True).sol
    times = np.linspace(0.1, 9.9, 300)
    expected, found = sol(times), []
    for _ in range(5):
        threads = [threading.Thread(target=lambda: found.append(sol(times))) for _ in range(4)]
        [t.start() for t in threads]
        [t.join() for t in threads]
    assert len(found) == 20 and all(np.array_equal(y, expected) for y in found)


def test_errors():
    with pytest.raises(involute.Error, match="not tangent") as e:
        involute.solve_ivp(lambda t, y: [y[1], y[0]], (0, 1), [0.8, 0.6], constraints=lambda t, y: y[0]**2 + y[1]**2 - 1)
    assert e.value.status == "E_INCONSISTENT"
    def broken(t, y):
        if t > 0.5:
            raise ZeroDivisionError("mine")
        return -y
    with pytest.raises(ZeroDivisionError, match="mine"):
        involute.solve_ivp(broken, (0, 1), [1.0])
    sol = involute.solve_ivp(lambda t, y: y**2, (0, 2), [1.0])
    assert not sol.success and sol.status == -1 and sol.message
    assert sol.t[-1] == pytest.approx(1, abs=1e-3)
