#!/bin/sh
# What searches for conserved quantities take, in seconds of the processor, the best of three: all models of the gallery and
# of tests/finder with at most 8 coordinates at degree 3, the slowest first; 40 coordinates at degree 2; linear laws of
# 10 000 species, in pairs and in one ring.
#
# usage: bench/searches.sh     (INVOLUTE_BUILD: folder of the program; default build)
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${INVOLUTE_BUILD:-$root/build}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/Forty.mo" <<'END'
model Forty "Twenty masses on a line, with springs"
  parameter Integer N = 20;
  Real x[N](start = {0.1*i for i in 1:N}, each fixed = true), v[N](each start = 0.2, each fixed = true);
equation
  for i in 1:N loop
    der(x[i]) = v[i];
  end for;
  der(v[1]) = x[2] - 2*x[1];
  for i in 2:N-1 loop
    der(v[i]) = x[i+1] - 2*x[i] + x[i-1];
  end for;
  der(v[N]) = x[N-1] - 2*x[N];
end Forty;
END
cat >"$work/Pairs.mo" <<'END'
model Pairs "a + b becomes 2 b, and back"
  parameter Integer N = 5000;
  Real a[N](each start = 1, each fixed = true), b[N](each start = 0.5, each fixed = true);
equation
  for i in 1:N loop
    der(a[i]) = 2*b[i]^2 - a[i]*b[i];
    der(b[i]) = a[i]*b[i] - 2*b[i]^2;
  end for;
end Pairs;
END
cat >"$work/Ring.mo" <<'END'
model Ring "Each species becomes the next one"
  parameter Integer N = 10000;
  Real c[N](each start = 1, each fixed = true);
equation
  der(c[1]) = 2*c[N] - 2*c[1];
  for i in 2:N loop
    der(c[i]) = 2*c[i-1] - 2*c[i];
  end for;
end Ring;
END
python3 - "$build/involute" "$work" "$root"/models/*.mo "$root"/tests/finder/*.mo <<'END'
import json, os, resource, subprocess, sys
program, work = sys.argv[1:3]
def search(model, degree):
    best = 1e9
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run([program, "invariants", model, "--degree", str(degree), "--json"], capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best, len(json.loads(run.stdout)["invariants"])
def coordinates(model):
    run = subprocess.run([program, "run", model, "--stop", "0", "--json"], capture_output=True)
    structure = json.loads(run.stdout).get("structure", {}) if run.returncode == 0 else {}
    return structure.get("coordinates", 0) - 1
small = [m for m in sys.argv[3:] if 0 < coordinates(m) <= 8]
rows = sorted(((*search(m, 3), m) for m in small), reverse=True)
print(f"{len(rows)} models with at most 8 coordinates, degree 3")
for seconds, found, model in rows[:8]:
    print(f"{os.path.basename(model):24} {seconds:8.3f} {found:6}")
for name, degree in (("Forty", 2), ("Pairs", 1), ("Ring", 1)):
    seconds, found = search(f"{work}/{name}.mo", degree)
    print(f"{name:24} {seconds:8.3f} {found:6}")
END
