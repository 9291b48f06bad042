#!/bin/sh
# What a run costs from Python, beside the same run from C: processes in turn, the least processor time of many runs in each, and
# instructions of one run by callgrind, as a quarter of the difference of two and six runs.
# usage: python_cost.sh [MODEL.mo STOP [ROUNDS]]     (BUILD: folder of the library; default build)
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${BUILD:-$root/build}" && pwd)
model=${1:-$root/models/FourBar.mo}
stop=${2:-300}
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
    END { printf "least processor time of a run: C %.3f ms, Python %.3f ms, %+.2f %%\n", least["c"], least["python"], 100 * (least["python"] / least["c"] - 1) }'
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
awk -v c1="$(count c "$stop" 2)" -v c2="$(count c "$stop" 6)" -v p1="$(count python "$stop" 2)" -v p2="$(count python "$stop" 6)" 'BEGIN {
    c = (c2 - c1)/4
    p = (p2 - p1)/4
    printf "instructions of a run: C %.0f, Python %.0f, %+.2f %%\n", c, p, 100*(p/c - 1) }'
