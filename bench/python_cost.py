# SPDX-License-Identifier: BSD-3-Clause
"""What a run costs from Python, beside the same run from C: python_cost.py C_PROGRAM MODEL.mo STOP PAIRS.

A program in C (python_cost.c) and this package are asked in turn for a few runs, many times, so that both see the same
load of the machine; each pair of processes gives the least processor time of its runs. `runs MODEL.mo STOP` answers
such questions: numbers of runs on standard input, their milliseconds on standard output.
"""
import statistics
import subprocess
import sys
import time
from typing import List

RUNS, TURNS = 5, 12  # a question; questions to each process


def answer(path: str, stop: float) -> None:
    import involute
    m = involute.load(path)
    m.run(stop, rtol=1e-8)  # completes the model
    for line in sys.stdin:
        taken: List[float] = []
        for _ in range(int(line)):
            began = time.process_time()
            m.run(stop, rtol=1e-8)
            taken.append(time.process_time() - began)
        print(*[f"{1e3*t:.6f}" for t in taken], flush=True)


def least_of(commands: List[List[str]]) -> List[float]:
    """The least time of a run of each command, of questions in turn."""
    processes = [subprocess.Popen(c, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for c in commands]
    least = [float("inf")]*len(commands)
    for turn in range(TURNS):
        for k in range(len(commands)):
            p = processes[(k + turn) % len(commands)]
            assert p.stdin and p.stdout
            p.stdin.write(f"{RUNS}\n")
            p.stdin.flush()
            taken = [float(word) for word in p.stdout.readline().split()]
            at = (k + turn) % len(commands)
            least[at] = min(least[at], *taken[1:])  # the first one finds its memory cold
    for p in processes:
        p.communicate()
    return least


def compare(program: str, path: str, stop: str, pairs: int) -> None:
    commands = [[program, path, stop], [sys.executable, __file__, "runs", path, stop]]
    least = [least_of(commands) for _ in range(pairs)]
    c, python = (statistics.median(column) for column in zip(*least))
    ratio = statistics.median(p/c for c, p in least)
    print(f"processor time of a run, median of {pairs} pairs: C {c:.3f} ms, Python {python:.3f} ms, {100*(ratio - 1):+.2f} %")


if sys.argv[1] == "runs":
    answer(sys.argv[2], float(sys.argv[3]))
else:
    compare(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]))
