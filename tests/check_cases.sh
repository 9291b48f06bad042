#!/bin/bash
# The cases beside the tree (../shared/reference/cases) that are no matter of events: each
# meets its first line. Skipped where the cases are absent.
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

complain() {
    echo "FAILED $1"
    failed=$((failed + 1))
}

# final NAME: its last value in the run just made.
final() {
    awk -F: -v name="\"$1\"" '$1 ~ /"final"/ { inside = 1 }
        inside { key = $1; gsub(/[ \t]/, "", key); if (key == name) { gsub(/[ ,]/, "", $2); print $2; exit } }' "$work/out"
}

# check MODEL OPTIONS RTOL NAME VALUE [NAME VALUE ...]: within 100 RTOL max(|VALUE|, 1), 1
# being the size of all these solutions on their way.
check() {
    local model=$1 options=$2 rtol=$3 status ok=1
    shift 3
    # shellcheck disable=SC2086 # options are words
    "$involute" run "$cases/$model.mo" $options --json >"$work/out" 2>"$work/err"
    status=$?
    if [ $status -ne 0 ]; then
        complain "$model $options: exit $status: $(grep -m 1 'error:' "$work/err")"
        return
    fi
    while [ $# -gt 1 ]; do
        awk -v x="$(final "$1")" -v want="$2" -v rtol="$rtol" 'BEGIN {
            size = want < 0 ? -want : want; off = x - want; if (off < 0) off = -off
            exit !(x != "" && off <= 100*rtol*(size > 1 ? size : 1)) }' || {
            complain "$model $options: $1 = $(final "$1"), wanted $2"
            ok=0
        }
        shift 2
    done
    passed=$((passed + ok))
}

levels="h1 1.1666666670750092 h2 1.1666666660556082 h3 1.1666666668692158"
rest="x -1.2444354496262778e-05 v 1.2445599244945298e-07"
stick="x 0.3860456179342153 v -0.025183344180219388"

check Brusselator500Event "" 1e-6 a 1.0001
check DiodeBridge "" 1e-6 vc 9.818722156541167
check DiodeBridge "--set Is=1e-14" 1e-6 vc 9.59393910
# shellcheck disable=SC2086 # names and values are words
for e in 9 9.1 9.2 9.3 9.4 9.5 9.6 9.7 9.8 9.9 10 10.1 10.2 10.3 10.4 10.5 10.6 10.7 10.8 10.9 11 11.1 11.2 11.3 11.4 11.5 11.6 11.7 11.8 11.9 12; do
    rtol=$(awk -v e=$e 'BEGIN { printf "%.6g", 10^-e }')
    check Friction "--rtol $rtol" "$rtol" $rest
done
for method in auto dop853 dopri54 rkf45 radau taylor gauss6 lobatto3a4; do
    # shellcheck disable=SC2086
    check Friction "--method $method --rtol 1e-8" 1e-8 $rest
    # shellcheck disable=SC2086
    check StickSlipSimple "--method $method" 1e-6 $stick
done
for rtol in 1e-4 1e-5 1e-6 1e-7 1e-8 1e-9 1e-10; do
    # shellcheck disable=SC2086
    check Hydraulic "--rtol $rtol" $rtol $levels
done
# shellcheck disable=SC2086
check HydraulicSqrt "" 1e-6 $levels
check RingModulatorDae "--rtol 1e-8" 1e-8
check SqrtAbs "" 1e-6 x -0.00999999979538581
check Tanh "" 1e-6 x 2 y 0
for rtol in 1e-6 1e-9 1e-12; do check Tanh "--method taylor --rtol $rtol" $rtol x 2 y 0; done
check abs-integral "" 1e-6 y 2.5
check derivative-column "" 1e-6 "der(y)" 2 y 2
check guess-near "" 1e-6 x 0.5235987755982989
check noevent-branches "" 1e-6 x 8.6 y 5.2
check round-off-of-differences "" 1e-6 s 0
check unfixed-parameter "" 1e-6 x 0.5

# Done within 1e-3, or the components below their absolute tolerance are named.
"$involute" run "$cases/E5.mo" >"$work/out" 2>"$work/err"
if grep -q 'below the absolute tolerance' "$work/err"; then
    passed=$((passed + 1))
else
    complain "E5: no component below its absolute tolerance is named"
fi

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
