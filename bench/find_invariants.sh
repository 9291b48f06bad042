#!/bin/sh
# What run --find-invariants gains and costs: the end error of runs without and with it, the instructions of both
# in the long run (those of the second half of a run), and what the search takes once, by
# valgrind --tool=callgrind, which counts the same every day. Then the processor time of long runs, search included: the
# best of some, taken in turn.
#
# usage: bench/find_invariants.sh [MODEL.mo ...]     (INVOLUTE_BUILD: folder of the program; default build)
#   STOP, RTOL, METHOD   of the runs (500, 1e-6, dop853)
#   LONG, TRIES          of those that are timed (100000, 9): 16 000 revolutions of the planet, 350 000 steps of the top
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${INVOLUTE_BUILD:-$root/build}" && pwd)
stop=${STOP:-500}
rtol=${RTOL:-1e-6}
method=${METHOD:-dop853}
long=${LONG:-100000}
tries=${TRIES:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- "$root/tests/finder/KeplerPlane.mo" "$root/tests/finder/SphericalPendulum.mo" "$root/bench/HeavyTop.mo"

# count NAME STOP MODEL OPTIONS...: the instructions of a run in NAME
count() {
    to=$work/$1
    until=$2
    shift 2
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/involute" run "$@" --stop "$until" --points 1 --quiet 2>&1 >/dev/null |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p' >"$to"
}

# run NAME MODEL OPTIONS...: the summary in NAME.json, the instructions in NAME.once and NAME.twice
run() {
    name=$1
    shift
    "$build/involute" run "$@" --stop "$stop" --points 1 --json >"$work/$name.json" 2>/dev/null
    count "$name.once" "$stop" "$@"
    count "$name.twice" "$(awk "BEGIN { print 2*$stop }")" "$@"
}

printf '%-20s %6s %6s %10s %10s %8s %12s %12s %6s %12s\n' model steps with error with smaller instructions with ratio search
for model in "$@"; do
    "$build/involute" run "$model" --method taylor --rtol 1e-14 --stop "$stop" --points 1 --json >"$work/true.json" 2>/dev/null
    run plain "$model" --method "$method" --rtol "$rtol"
    run found "$model" --method "$method" --rtol "$rtol" --find-invariants
    python3 - "$work" "$(basename "$model" .mo)" <<'END'
import json, sys
folder, name = sys.argv[1:]
true, plain, found = (json.load(open(f"{folder}/{k}.json")) for k in ("true", "plain", "found"))
assert all(r["status"] == "done" for r in (true, plain, found)), name
keys = [k for k in true["final"] if k in plain["final"] and k in found["final"] and true["final"][k] is not None]
def error(run):
    return sum((run["final"][k] - true["final"][k]) ** 2 for k in keys) ** 0.5
def count(k, how):
    return int(open(f"{folder}/{k}.{how}").read())
long = [count(k, "twice") - count(k, "once") for k in ("plain", "found")]
search = count("found", "once") - long[1] - count("plain", "once") + long[0]
print(f"{name:20} {plain['statistics']['steps']:6} {found['statistics']['steps']:6} {error(plain):10.2e} {error(found):10.2e} "
      f"{error(plain) / error(found):8.0f} {long[0]:12} {long[1]:12} {long[1] / long[0]:6.2f} {search:12}")
END
done

printf '\n%-20s %10s %10s %6s   (seconds of the processor until t = %s)\n' model plain with ratio "$long"
for model in "$@"; do
    python3 - "$build/involute" "$model" "$method" "$rtol" "$long" "$tries" <<'END'
import os, resource, subprocess, sys
program, model, method, rtol, stop, tries = sys.argv[1:]
command = [program, "run", model, "--method", method, "--rtol", rtol, "--stop", stop, "--points", "1", "--max-steps", "100000000", "--quiet"]
def seconds(options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command + options, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
pairs = [(seconds([]), seconds(["--find-invariants"])) for _ in range(int(tries))]
plain, found = (min(p[k] for p in pairs) for k in (0, 1))
name = os.path.basename(model).removesuffix(".mo")
print(f"{name:20} {plain:10.3f} {found:10.3f} {found / plain:6.2f}")
END
done
