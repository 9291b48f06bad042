#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Draws the pictures of docs/benchmarks.md into the current folder: processor time over end
# error, a curve for each program, from the points of the last full run.
# Usage: draw.sh [PROBLEM...]
set -eu
points=$(dirname "$(realpath "$0")")/points.csv
program=$(realpath "$(command -v "${INVOLUTE:-involute}")")
# shellcheck disable=SC2046 # lists of words
[ $# -gt 0 ] || set -- $(awk -F, 'NR > 1 { print $1 }' "$points" | uniq)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for problem; do
    rm -f "$folder"/*
    # A file for each program, the frontier only: what another tolerance does faster and
    # better is left out.
    sort -t, -k5,5g "$points" | awk -F, -v problem="$problem" -v folder="$folder" '
        $1 == problem && $4 < 1 && (!($2 in best) || $4 < best[$2]) {
            file = folder "/" $2 ".csv"
            if (!($2 in best)) print "error,microseconds" >file
            best[$2] = $4
            print $4 "," $5 >file
        }'
    # shellcheck disable=SC2046
    (cd "$folder" && "$program" plot $(ls -- *.csv) --x error --y microseconds --log-x --log-y --free-scale --quiet \
        --title "$problem: processor time over end error" --output picture.svg)
    mv "$folder/picture.svg" "bench-$problem.svg"
done
