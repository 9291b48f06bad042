#!/bin/bash
# The cases beside the tree (../shared/reference/cases) about events: each meets its first
# line, by three methods. Skipped where the cases are absent.
# SPDX-License-Identifier: BSD-3-Clause
set -u
root=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
involute=${INVOLUTE_BUILD:-$root/build-test}/involute
cases=$root/../shared/reference/cases
if [ ! -d "$cases" ]; then
    echo "skipped: there is no $cases"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# final NAME: its last value in the run just made.
final() {
    awk -F: -v name="\"$1\"" '$1 ~ /"final"/ { inside = 1 }
        inside { key = $1; gsub(/[ \t]/, "", key); if (key == name) { gsub(/[ ,]/, "", $2); print $2; exit } }' "$work/out"
}

# compare LEFT RELATION RIGHT: '=' within 1e-5 max(|RIGHT|, 1).
compare() {
    awk -v a="$1" -v relation="$2" -v b="$3" 'BEGIN {
        size = b < 0 ? -b : b; off = a - b; if (off < 0) off = -off
        if (a == "") exit 1
        if (relation == "=") exit !(off <= 1e-5*(size > 1 ? size : 1))
        exit !(relation == ">" ? a + 0 > b : a + 0 < b) }'
}

# check MODEL STATUS [NAME RELATION VALUE | says TEXT] ...
check() {
    local model=$1 status=$2 method wrong seen
    shift 2
    for method in auto dop853 radau; do
        wrong=
        "$involute" run "$cases/$model.mo" --method $method --points 10 --json --output "$work/rows.csv" >"$work/out" 2>"$work/err"
        seen=$?
        [ $seen = "$status" ] || wrong="exit status $seen, expected $status"
        set -- "$@" end
        while [ "$1" != end ]; do
            if [ "$1" = says ]; then
                grep -qF -- "$2" "$work/out" "$work/err" || wrong="${wrong:-does not say $2}"
                set -- "$@" "$1" "$2"
                shift 2
            else
                compare "$(final "$1")" "$2" "$3" || wrong="${wrong:-$1 is $(final "$1"), expected $2 $3}"
                set -- "$@" "$1" "$2" "$3"
                shift 3
            fi
        done
        shift
        if [ -z "$wrong" ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED $model [$method] $wrong"
        fi
    done
}

# rows TIME COLUMN VALUE ...: the values of a column in the rows at a time, of the last run.
rows() {
    local seen
    seen=$(awk -F, -v time="$1" -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) column = i; next }
        $1 > time - 1e-9 && $1 < time + 1e-9 { printf "%s ", $column }' "$work/rows.csv")
    shift 2
    if [ "$seen" = "$* " ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED rows: $seen, expected $*"
    fi
}

check alias-after-event 0 x = 0.09957413673572789 y = 5.6361847456071565
check alias-gear 0 w2 = 4 w1 = 6.703200460356394 phi = 24.12692469220182
check assert-text 3 says "x is 0.4"
check ball-from-floor 0 v ">" -1
check initial-boolean 0 x = 1 n = 1
check initial-ends 0 y = 1
check initial-pre 0 a = 4
check noevent-boolean 1
check pre-after-initial-boolean 0 x = 1 c = 1
check pre-after-initial-integer 0 x = 5 k = 5
check sampler-and-condition 0 n = 5
check sampler-first-zero 0 r = 1
check thermostat 0 T ">" 19.99999 T "<" 22.00001
check trigger-from-zero 0 n = 4 c = 7
check two-whens 1
check when-from-threshold 0 h ">" 0.9
check when-loop 0 x = 2 y = 3
check when-new-algebraic 0 y = 10 z = 20
check when-order 0 v = 1 z = 0
check zeno-ball 3 says "h < 0" h ">" -1e-6
check rows-at-events 0 n = 11 b = 1
rows 0.5 b 0 1
rows 0.5 y 0 1
rows 1 n 10 11

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
