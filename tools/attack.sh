#!/bin/sh
# Mutants of the gallery and of the tests' models, judged from outside: tests/outside. Each of
# the numbers FIRST (0) to LAST (99999) is a text and options of its own; JOBS processes share
# them. What they print is left in $BUILD-test/attack; the exit status is 1 where something was found.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}-test
first=${FIRST:-0}
last=${LAST:-99999}
jobs=${JOBS:-$(nproc)}
mkdir -p "$build/attack"
share=$(((last - first + jobs) / jobs))
running=
k=0
while [ $k -lt "$jobs" ]; do
    from=$((first + k * share))
    to=$((from + share - 1))
    [ $to -le "$last" ] || to=$last
    "$build/tests/outside_test_mutations" $from $to >"$build/attack/$from-$to.txt" 2>&1 &
    running="$running $!"
    k=$((k + 1))
done
found=0
for process in $running; do
    wait "$process" || found=1
done
cat "$build"/attack/*.txt | grep -E '^(FAIL|APART|ROUND-OFF|CRASH|NOWHERE)' || true
grep -h -E '^[0-9]+ ' "$build"/attack/*.txt
[ $found = 0 ] || { echo "attack: see $build/attack" >&2; exit 1; }
