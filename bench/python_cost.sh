#!/bin/sh
# What a run costs from Python, beside the same run from C: processes in turn, the least time of many runs in each, and instructions
# of one run by callgrind, as the difference of N and 2N runs.
# usage: python_cost.sh [MODEL.mo STOP [ROUNDS]]     (BUILD: folder of the library; default build)
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${BUILD:-$root/build}" && pwd)
model=${1:-$root/models/FourBar.mo}
stop=${2:-100}
rounds=${3:-10}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/bind/python/tests/install.sh" "$build" "$work"
cc -O2 -I"$root/include" "$root/bench/python_cost.c" -o "$work/cost" "$work/involute/lib/libinvolute.so.0" -Wl,-rpath,"$work/involute/lib"
export PYTHONPATH="$work" PYTHONDONTWRITEBYTECODE=yes
from_c() { "$work/cost" "$model" "$stop" "$1"; }
from_python() { /usr/bin/python3 "$root/bench/python_cost.py" "$model" "$stop" "$1"; }
k=0
while [ $k -lt "$rounds" ]; do
    echo "c $(from_c 100)"
    echo "python $(from_python 100)"
    k=$((k + 1))
done | awk '
    { if (!($1 in least) || $2 < least[$1]) least[$1] = $2; median[$1] = median[$1] " " $3 }
    END { printf "least time of a run: C %.3f ms, Python %.3f ms, %+.2f %%\n", least["c"], least["python"], 100 * (least["python"] / least["c"] - 1) }'
command -v valgrind >/dev/null 2>&1 || exit 0
count() { # what, stop, runs
    name=$work/callgrind.out
    if [ "$1" = c ]; then
        valgrind --tool=callgrind --callgrind-out-file="$name" "$work/cost" "$model" "$2" "$3" >/dev/null 2>&1
    else
        valgrind --tool=callgrind --callgrind-out-file="$name" /usr/bin/python3 "$root/bench/python_cost.py" "$model" "$2" "$3" >/dev/null 2>&1
    fi
    sed -n 's/^summary: //p; s/^totals: //p' "$name" | head -1
}
# What Python adds does not depend on the length of the run: it is counted in short ones.
short=$(awk -v t="$stop" 'BEGIN { print t/50 }')
awk -v a="$(count c "$stop" 2)" -v b="$(count c "$stop" 4)" -v c1="$(count c "$short" 20)" -v c2="$(count c "$short" 40)" \
    -v p1="$(count python "$short" 20)" -v p2="$(count python "$short" 40)" 'BEGIN {
    more = (p2 - p1 - c2 + c1)/20
    printf "instructions of a run: C %.0f, Python adds %.0f, %+.2f %%\n", (b - a)/2, more, 100*more/((b - a)/2) }'
