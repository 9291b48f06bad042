# SPDX-License-Identifier: BSD-3-Clause
"""The same as python_cost.c with the Python package: python_cost.py MODEL.mo STOP RUNS."""
import sys
import time

import involute

path, stop, runs = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
m = involute.load(path)
m.run(stop, rtol=1e-8)
seconds = []
for _ in range(runs):
    began = time.process_time()
    m.run(stop, rtol=1e-8)
    seconds.append(time.process_time() - began)
seconds.sort()
print(f"{1e3*seconds[0]:.6f} {1e3*seconds[runs//2]:.6f}")
