#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A long run: memory must not grow, constraints must not drift, the time must not lose digits.

soak.py INVOLUTE STEPS: a point on a circle with a constant speed, whose phase is known, takes about
so many steps. Memory is looked at while it runs. Rows are streamed to a file; the phase of each is
compared with its time in exact arithmetic, and falls behind at a constant rate, that of the method,
as long as no digits of the time are lost. Exit status 1 where something does not hold."""
import json
import math
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

MODEL = """model Circle
  Real x(start = 1, fixed = true), y(start = 0), F;
  Real vx(start = 0), vy(start = 1, fixed = true);
  Real energy = vx^2 + vy^2 annotation(__involute(invariant = true));
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y;
  x^2 + y^2 = 1;
end Circle;
"""
TOLERANCE = 1e-9
ROWS = 100
TWO_PI = Fraction(62831853071795864769252867665590057683943387987502116, 10**52)
MOST_GROWTH = 256  # kB of memory between a tenth of the run and its end
SAME_RATE = 0.01  # relative difference of the rates of phase


def resident(process):
    """Memory of a process in kB; None: it has ended."""
    try:
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    except OSError:
        pass
    return None


def run(involute, folder, stop, steps, watch):
    """A run to the stop time: its summary and the memory it had, by seconds."""
    command = [involute, "run", "Circle.mo", "--stop", repr(stop), "--method", "dop853", "--rtol", repr(TOLERANCE)]
    command += ["--max-steps", str(2 * steps + 1000), "--points", str(ROWS), "--columns", "x,y", "--json", "--quiet"]
    command += ["--output", "circle.csv"]
    memory = []
    with open(folder / "summary.json", "w") as out:
        process = subprocess.Popen(command, cwd=folder, stdout=out)
        while process.poll() is None:
            time.sleep(watch)
            size = resident(process)
            if size:
                memory.append(size)
    if process.returncode:
        sys.exit(f"soak: exit status {process.returncode}")
    return json.loads((folder / "summary.json").read_text()), memory


def phases(path):
    """Time and how far the phase is behind it, modulo a turn, of every row."""
    found = []
    for line in path.read_text().split()[1:]:
        t, x, y = map(float, line.split(","))
        behind = Fraction(t) - Fraction(math.atan2(y, x))
        found.append((t, float(behind - round(behind / TWO_PI) * TWO_PI)))
    return found


def unwound(rows):
    """The same without jumps by a turn, however far it is behind."""
    turn = float(TWO_PI)
    behind = [rows[0][1]]
    rate = 0.0
    for (t, p), (before, _) in zip(rows[1:], rows):
        expected = behind[-1] + rate * (t - before)
        behind.append(p + round((expected - p) / turn) * turn)
        rate = (behind[-1] - behind[-2]) / (t - before)
    return behind


def main():
    involute, steps = str(Path(sys.argv[1]).resolve()), int(float(sys.argv[2]))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "Circle.mo").write_text(MODEL)
        short, _ = run(involute, folder, 1000.0, 100000, 0.05)
        stop = float(round(1000.0 * steps / short["statistics"]["steps"]))
        begun = time.time()
        summary, memory = run(involute, folder, stop, steps, 0.5)
        seconds = time.time() - begun
        rows = phases(folder / "circle.csv")
    behind = unwound(rows)
    first = (behind[10] - behind[0]) / (rows[10][0] - rows[0][0])
    last = (behind[-1] - behind[-11]) / (rows[-1][0] - rows[-11][0])
    units = max(row["scaled_max"] for row in summary["ledger"]["constraints"])
    growth = memory[-1] - memory[len(memory) // 10] if memory else 0
    print(f"{summary['statistics']['steps']} steps to t = {rows[-1][0]:.0f} in {seconds:.0f} s, {len(rows)} rows")
    print(f"memory {max(memory, default=0)} kB, growth {growth} kB; largest residual {units:.2g} units of round-off")
    print(f"phase behind by {behind[-1]:.3g}, rate {first:.6g} in the first tenth, {last:.6g} in the last one")
    wrong = []
    if growth > MOST_GROWTH:
        wrong.append("memory grows")
    if not units <= 4:
        wrong.append("constraints drift")
    if rows[-1][0] != stop or not abs(last - first) <= SAME_RATE * abs(first) + 1e-15:
        wrong.append("the time loses digits")
    for text in wrong:
        print(f"soak: {text}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


main()
