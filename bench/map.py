# SPDX-License-Identifier: BSD-3-Clause
"""How m.map scales from one thread to two: pairs of short maps in turn, so that other load of the machine meets both.

usage: PYTHONPATH=FOLDER python3 map.py [MEMBERS [PAIRS]]     (bind/python/tests/install.sh BUILD FOLDER makes the folder)

Prints the ratio of times of every pair, the largest of them, the processor time of a member with one and two threads, and
the share of it that is spent before the threads begin and after they end: two threads cannot be faster than 2/(1 + share).
"""
import sys
import time

import involute
from involute import _ensemble

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
PAIRS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
MODEL = involute.gallery("AndrewsSqueezer")
MEMBERS = [{"T": 0.033 + 1e-7*k} for k in range(COUNT)]
inside = 0.0  # processor time of the threads


def watched(*arguments, sweep=_ensemble.model_sweep):
    global inside
    begin = time.process_time()
    status = sweep(*arguments)
    inside = time.process_time() - begin
    return status


_ensemble.model_sweep = watched


def measure(workers):
    """Time, processor time, and what of that was not in the threads."""
    wall, cpu = time.perf_counter(), time.process_time()
    MODEL.map(MEMBERS, workers=workers, progress=False)
    cpu = time.process_time() - cpu
    return time.perf_counter() - wall, cpu, cpu - inside


measure(2)  # memory is touched once before
pairs = [(measure(1), measure(2)) for _ in range(PAIRS)]
ratios = [one[0]/two[0] for one, two in pairs]
print("one thread over two:", " ".join(f"{r:.2f}" for r in ratios), f"best {max(ratios):.2f}")
for workers in (1, 2):
    cpu = min(pair[workers - 1][1] for pair in pairs)
    outside = min(pair[workers - 1][2] for pair in pairs)
    print(f"{workers} thread{'s'[:workers - 1]}: {1e6*cpu/COUNT:.0f} us of processor time a member, "
          f"{100*outside/cpu:.2f} % of it not in threads")
