#!/bin/sh
# The benchmark of speed compiles without warnings, and on every problem the hand-written programs and Involute come to
# the reference values. Times are not looked at. INVOLUTE_BUILD: folder of the library; default build-test.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
INVOLUTE_BUILD=${INVOLUTE_BUILD:-build-test}
export INVOLUTE_BUILD
if nm -D "$INVOLUTE_BUILD/libinvolute.so" | grep -q -e __asan -e __tsan; then
    echo "skipped: programs that are not instrumented cannot load this library"
    exit 0
fi
BENCH_CFLAGS='-O1 -Werror' bench/speed.sh check
# Without RADAU5 the heat problem has nobody to be compared with: a row without a ratio.
RADAU5_LIBRARY=/not/there "$INVOLUTE_BUILD/bench/speed" quick "$INVOLUTE_BUILD/bench" heat 2>&1 | tee "$INVOLUTE_BUILD/bench/heat.txt"
grep -q '^heat, 1000 cells ' "$INVOLUTE_BUILD/bench/heat.txt"
