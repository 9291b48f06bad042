#!/bin/sh
# Same input, same bits: all runs of bits.txt by interpreter and machine code, some by compiled code (more of them in
# check_evaluators.sh; INVOLUTE_CC_EVERY=1 takes all), and ensembles of 60 models by 1, 2 and 8 threads. SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME="$work/cache"
program=$build/involute
every=${INVOLUTE_CC_EVERY:-24} # a compiler takes a second or more for each
failed=0
fail() { echo "check_bits: $*" >&2; failed=1; }

# --- evaluators ---
"$source/tests/hash_bits.sh" "$program" interpreter >"$work/interpreter"
"$source/tests/hash_bits.sh" "$program" jit >"$work/jit"
cmp -s "$work/interpreter" "$work/jit" || { diff "$work/interpreter" "$work/jit"; fail "machine code gives other bits"; }
if command -v cc >/dev/null; then
    "$source/tests/hash_bits.sh" "$program" cc "$every" >"$work/cc"
    awk -v every="$every" 'NR % every == 0' "$work/interpreter" >"$work/some"
    cmp -s "$work/some" "$work/cc" || { diff "$work/some" "$work/cc"; fail "compiled code gives other bits"; }
fi
# Runs that are refused compare nothing: exit status 0, or 3 after the steps that were asked for.
awk '$3 != 0 && $3 != 3 || $2 < 100 { print; bad = 1 } END { exit bad }' "$work/interpreter" || fail "runs without results"
"$program" methods | awk 'NR > 1 && $1 != "auto" { print $1 }' | while read -r method; do
    grep -q -e "--method $method " "$source/tests/bits.txt" || echo "$method"
done >"$work/missing"
[ ! -s "$work/missing" ] || fail "no run by $(tr '\n' ' ' <"$work/missing")"

# --- threads: four members each, with other values of a parameter ---
models=0
command -v python3 >/dev/null || { echo "threads are not compared: there is no python3"; exit $failed; }
for model in "$source"/models/*.mo; do
    over=$("$program" run "$model" --max-steps 1 --points 1 --json 2>/dev/null | python3 "$source/tests/swept_values.py" 2>/dev/null) || continue
    for workers in 1 2 8; do
        "$program" sweep "$model" --over "$over" --workers $workers --max-steps 40 --output - >"$work/$workers.csv" 2>/dev/null || true
    done
    [ "$(wc -l <"$work/1.csv")" -gt 4 ] || continue
    models=$((models + 1))
    cmp -s "$work/1.csv" "$work/2.csv" || fail "${model##*/}: 2 threads give other bits"
    cmp -s "$work/1.csv" "$work/8.csv" || fail "${model##*/}: 8 threads give other bits"
done
[ $models -ge 60 ] || fail "only $models models were swept"
echo "$(wc -l <"$work/interpreter") runs of $(sed -n 's/^\(models[^ ]*\) .*/\1/p' "$source/tests/bits.txt" | sort -u | wc -l) models by 3 evaluators, $models ensembles by 1, 2 and 8 threads"
exit $failed
