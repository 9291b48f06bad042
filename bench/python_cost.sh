#!/bin/sh
# What a run costs from Python, beside the same run from C with the same library: processor time, processes asked in turn (python_cost.py),
# and instructions of one run by callgrind, as a quarter of the difference of two and six runs.
# usage: python_cost.sh [MODEL.mo STOP [PAIRS]]     (BUILD: folder of the library; default build)
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${BUILD:-$root/build}" && pwd)
model=${1:-$root/models/FourBar.mo}
stop=${2:-400}
pairs=${3:-20}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/bind/python/tests/install.sh" "$build" "$work"
cc -O2 -I"$root/include" "$root/bench/python_cost.c" -o "$work/cost" "$work/involute/lib/libinvolute.so.0" -Wl,-rpath,"$work/involute/lib"
export PYTHONPATH="$work" PYTHONDONTWRITEBYTECODE=yes
/usr/bin/python3 "$root/bench/python_cost.py" "$work/cost" "$model" "$stop" "$pairs"
command -v valgrind >/dev/null 2>&1 || exit 0
count() { # runs, command
    runs=$1
    shift
    echo "$runs" | valgrind --tool=callgrind --callgrind-out-file="$work/callgrind.out" "$@" "$model" "$stop" >/dev/null 2>&1
    sed -n 's/^summary: //p; s/^totals: //p' "$work/callgrind.out" | head -1
}
from_python() { count "$1" /usr/bin/python3 "$root/bench/python_cost.py" runs; }
awk -v c1="$(count 2 "$work/cost")" -v c2="$(count 6 "$work/cost")" -v p1="$(from_python 2)" -v p2="$(from_python 6)" 'BEGIN {
    c = (c2 - c1)/4
    p = (p2 - p1)/4
    printf "instructions of a run: C %.0f, Python %.0f, %+.2f %%\n", c, p, 100*(p/c - 1) }'
