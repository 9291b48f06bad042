#!/bin/sh
# Runs the models of bits.txt, with rows at output times and at all steps, and prints a line for each: hash and size of the
# rows, the exit status, the words of the run. usage: hash_bits.sh PROGRAM EVALUATOR [EVERY]   (EVERY: one of so many lines)
# SPDX-License-Identifier: BSD-3-Clause
set -eu
program=$1 evaluator=$2 every=${3:-1}
cd "$(dirname "$0")/.."
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
grep -v '^#' tests/bits.txt | awk -v every="$every" 'NR % every == 0' | while read -r words; do
    status=0
    "$program" run $words --points 20 --evaluator "$evaluator" --quiet --output - </dev/null >"$rows" 2>/dev/null || status=$?
    "$program" run $words --steps --evaluator "$evaluator" --quiet --output - </dev/null >>"$rows" 2>/dev/null || status=$?
    echo "$(cksum <"$rows") $status $words"
done
