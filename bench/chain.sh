#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What a large system costs: the chain of bench/Chain.mo with 500 and with 50 000 particles,
# default method and retraction. Prints the time for one particle and step in both, their
# ratio, and the memory for one particle (largest resident set, less that of a small model).
# Usage: bench/chain.sh [PROGRAM [LARGE [STEPS]]]; needs GNU time. On a machine that does
# something else the times mean little; the best of three runs counts.
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/involute} large=${2:-50000} steps=${3:-20}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

stop=$(awk -v n="$steps" 'BEGIN { print 0.005*n }')

# run N: nanoseconds for a particle and step, seconds to prepare, kilobytes
run() {
    sed "s/n = 500;/n = $1;/" bench/Chain.mo >"$folder/model.mo"
    /usr/bin/time -o "$folder/memory" -f %M "$program" run "$folder/model.mo" \
        --method dop853 --step 0.005 --stop "$stop" >"$folder/summary"
    awk -v n="$1" -v steps="$steps" -v kilobytes="$(cat "$folder/memory")" \
        '/s to prepare, .* s to solve/ { print 1e9*$5/n/steps, $1, kilobytes }' \
        "$folder/summary"
}
best() { # of three
    for k in 1 2 3; do run "$1"; done | sort -n | head -n 1
}

/usr/bin/time -o "$folder/memory" -f %M "$program" run models/Pendulum.mo --quiet >/dev/null
trivial=$(cat "$folder/memory")
set -- $(best 500) $(best "$large")
echo "500 particles:    $1 ns for a particle and step, $2 s to prepare"
echo "$large particles: $4 ns for a particle and step, $5 s to prepare"
awk -v a="$1" -v b="$4" 'BEGIN { printf "ratio of times:   %.2f\n", b/a }'
awk -v n="$large" -v all="$6" -v none="$trivial" \
    'BEGIN { printf "memory:           %.2f KB for a particle\n", (all - none)/n }'
