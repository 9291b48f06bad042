# SPDX-License-Identifier: BSD-3-Clause
"""Ensembles: members are runs of their own, in order, for any number of threads."""
import copy
import gc
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import involute


@pytest.fixture(scope="module")
def pendulum():
    return involute.gallery("Pendulum")


def gravities(count):
    return [{"g": 5 + 5*k/count} for k in range(count)]


def test_members_have_the_bits_of_runs_of_their_own(pendulum):
    members = gravities(7)
    for workers in (1, 3, None):
        ensemble = pendulum.map(members, 2, rtol=1e-7, workers=workers)
        assert len(ensemble) == 7 and ensemble.finished == 7
        for values, sol in zip(members, ensemble):
            alone = pendulum.run(2, rtol=1e-7, parameters=values)
            assert np.array_equal(sol.t, alone.t)
            for name in alone.names:
                assert np.array_equal(sol[name], alone[name])


def test_solutions_of_members_are_solutions(pendulum):
    sol = pendulum.map([{"g": 9.0}], 1)[0]
    assert sol.ledger.worst < 4
    assert sol.status == "done"
    alone = pendulum.run(1, parameters={"g": 9.0})
    assert sol(0.31234)["x"] == alone(0.31234)["x"]


def test_failures_are_in_the_list(pendulum):
    ensemble = pendulum.map([{"L": 1}, {"L": 0.5}, {"nothing": 3}, {"L": 1.5}], 1)
    assert [isinstance(one, involute.Error) for one in ensemble] == [False, True, True, False]
    assert ensemble.errors[1].status == "E_INCONSISTENT"
    assert "nothing" in str(ensemble.errors[2])
    assert np.isnan(ensemble.final("x")).tolist() == [False, True, True, False]
    assert ensemble.members[1] == {"L": 0.5}
    assert "4 members" in repr(ensemble)


def test_reduce_is_kept_instead(pendulum):
    threads = set()

    def reduce(one):
        threads.add(threading.get_ident())
        return one if isinstance(one, involute.Error) else float(one["x"][-1])

    kept = pendulum.map(gravities(20), 1, reduce=reduce, workers=2)
    assert list(kept) == [float(sol["x"][-1]) for sol in pendulum.map(gravities(20), 1)]
    assert threading.get_ident() not in threads


def test_what_reduce_raises_is_raised(pendulum):
    def reduce(one):
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        pendulum.map(gravities(20), 1, reduce=reduce)


def test_models_that_are_built_and_start_values():
    m = involute.Model("Growth")
    x = m.variable("x", start=1, fixed=True)
    rate = m.parameter("rate", 1)
    m.equation(involute.der(x) == rate*x)
    ensemble = m.map([{x: 2.0, rate: 0.5}, {"x": 3.0}], 1, rtol=1e-10)
    assert ensemble.final(x) == pytest.approx([2*math.exp(0.5), 3*math.e], rel=1e-8)


def test_ensembles_are_sequences(pendulum):
    ensemble = pendulum.map(gravities(5), 1)
    assert ensemble[-1] is ensemble[4] and ensemble[np.int64(2)] is ensemble[2]
    assert [one is ensemble[k] for k, one in zip((1, 3), ensemble[1::2])] == [True, True]
    assert ensemble.index(ensemble[3]) == 3 and len(list(reversed(ensemble))) == 5
    for wrong in (5, -6):
        with pytest.raises(IndexError, match="5 members"):
            ensemble[wrong]
    with pytest.raises(TypeError):
        ensemble["x"]


def test_solutions_outlive_their_ensemble(pendulum):
    ensemble = pendulum.map(gravities(50), 1)
    x = ensemble[7]["x"]
    kept = ensemble[9]
    expected = x.copy()
    del ensemble
    gc.collect()
    pendulum.map(gravities(50), 1)
    assert np.array_equal(x, expected) and kept.ledger.worst < 4


def test_members_belong_to_the_model_as_it_was():
    m = involute.Model("Growth")
    x = m.variable("x", start=1, fixed=True)
    m.equation(involute.der(x) == x)
    ensemble = m.map([{"x": 2.0}], 1, rtol=1e-10)
    y = m.variable("y", start=0, fixed=True)
    m.equation(involute.der(y) == y)
    assert "y" not in ensemble[0] and ensemble[0](0.5)["x"] == pytest.approx(2*math.exp(0.5), rel=1e-8)


def test_ensembles_are_stored_and_copied(pendulum):
    ensemble = pendulum.map([{"g": 9.0}, {"L": 0.5}], 1)
    assert copy.copy(ensemble)[0] is ensemble[0]
    for stored in (pickle.loads(pickle.dumps(ensemble)), copy.deepcopy(ensemble)):
        assert np.array_equal(stored[0]["x"], ensemble[0]["x"])
        assert stored.errors[1].status == "E_INCONSISTENT" and stored.finished == 2
        assert stored.members == [{"g": 9.0}, {"L": 0.5}] and np.isnan(stored.final("x")).tolist() == [False, True]


def test_members_of_a_data_frame(pendulum):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"g": [9.0, 9.5], "L": [1, 1]})
    assert np.array_equal(pendulum.map(frame, 1).final("x"), pendulum.map(frame.to_dict("records"), 1).final("x"))


def test_several_threads_ask_for_a_member(pendulum):
    ensemble = pendulum.map(gravities(30), 1)
    seen = []
    threads = [threading.Thread(target=lambda: seen.append([id(one) for one in ensemble])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen[0] == seen[1] == seen[2] == seen[3]


def test_memory_of_ensembles_comes_back(pendulum):
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1])*os.sysconf("SC_PAGE_SIZE")

    sizes = []
    for _ in range(6):
        pendulum.map(gravities(300), 1)  # 16 MB of rows
        gc.collect()
        sizes.append(resident())
    assert sizes[-1] - sizes[1] < 12e6


def test_no_members_and_wrong_arguments(pendulum):
    assert list(pendulum.map([])) == []
    for workers in (0, -1, 1.5, True, 2**40 + 1):
        with pytest.raises(involute.Error, match="workers is a number of threads"):
            pendulum.map([{}], workers=workers)
    with pytest.raises(involute.Error, match="unknown option"):
        pendulum.map([{}], nonsense=1)
    with pytest.raises(involute.Error, match="must be finite"):
        pendulum.map([{"g": math.nan}])
    with pytest.raises(involute.Error):
        pendulum.map([3])
    with pytest.raises(involute.Error, match="found a single mapping"):
        pendulum.map({"g": 9.0})
    with pytest.raises(involute.Error, match="runs that member again"):
        pendulum.map([{}], dense=True)


def test_progress_is_told(pendulum):
    seen = []
    pendulum.map(gravities(30), 50, progress=lambda done, count: seen.append((done, count)))
    assert seen == sorted(seen) and all(count == 30 for _, count in seen)


def test_other_threads_of_python_go_on(pendulum):
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    pendulum.map(gravities(40), 20, workers=2)
    done.set()
    thread.join()
    assert len(ticks) > 3


def test_maps_in_two_threads(pendulum):
    found = {}

    def work(name):
        found[name] = pendulum.map(gravities(6), 1).final("x")

    threads = [threading.Thread(target=work, args=(k,)) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.array_equal(found[0], found[1]) and np.array_equal(found[0], found[2])


PROGRAM = """
import involute
m = involute.gallery("Pendulum")
print("ready", flush=True)
try:
    m.map([{"g": 5 + 1e-6*k} for k in range(100000)], 5, progress=lambda done, count: done and print("some", flush=True))
except KeyboardInterrupt as e:
    kept = e.solution
    runs = sum(one is not None for one in kept)
    print("kept", runs > 0 and runs == kept.finished, len(kept))
"""


def test_control_c_keeps_what_is_done():
    child = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True,
                             env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    for line in child.stdout:
        if line == "some\n":
            break
    child.send_signal(signal.SIGINT)
    rest = child.communicate(timeout=120)[0]
    assert "kept True 100000" in rest
