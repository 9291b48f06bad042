#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What an event costs: the buck converter of bench/Buck.mo over 1000 and over 100 000
# periods. Prints the time for one event in both, their ratio, and the largest resident
# sets with and without rows and list of events.
# Usage: bench/events.sh [PROGRAM [PERIODS]]; needs GNU time. User time counts; on a
# machine that does something else it means less.
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/involute} many=${2:-100000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# run PERIODS OPTION...: microseconds for an event, events, kilobytes
run() {
    stop=$(awk -v n="$1" 'BEGIN { print 1e-5*n }')
    shift
    /usr/bin/time -o "$folder/time" -f '%U %M' "$program" run bench/Buck.mo --stop "$stop" \
        "$@" >"$folder/summary"
    awk 'NR == FNR { seconds = $1; kilobytes = $2 }
         /^events/ { print 1e6*seconds/$2, $2 + 0, kilobytes }' "$folder/time" "$folder/summary"
}
best() { # of three
    for k in 1 2 3; do run "$@"; done | sort -n | head -n 1
}

lean='--event-rows no --event-list 1'
set -- $(best 1000 $lean) $(run "$many" $lean) $(run "$many")
echo "1000 periods:    $1 us an event, $2 events, $3 KB"
echo "$many periods:  $4 us an event, $5 events, $6 KB ($9 KB with rows and list)"
awk -v a="$1" -v b="$4" 'BEGIN { printf "ratio of times:  %.2f\n", b/a }'
awk -v a="$3" -v b="$6" 'BEGIN { printf "ratio of memory: %.2f\n", b/a }'
