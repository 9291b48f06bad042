#!/bin/sh
# Runs models with two programs, made by different compilers, and compares what they write, bit for bit: neither the
# compiler nor its idea of the order of arguments may show.
# usage: compare_bits.sh PROGRAM OTHER
# SPDX-License-Identifier: BSD-3-Clause
set -u
[ $# -eq 2 ] || { echo "usage: $0 PROGRAM OTHER" >&2; exit 2; }
root=$(dirname "$(dirname "$0")")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM
runs=0 failed=0

# One run by each program: rows, and the status.
compare() {
    for program in one other; do
        [ $program = one ] && path=$first || path=$second
        timeout 60 "$path" run "$root/$@" --points 40 --quiet --output - > "$work/$program" 2>/dev/null
        echo "status $?" >> "$work/$program"
    done
    runs=$((runs + 1))
    cmp -s "$work/one" "$work/other" && return
    failed=$((failed + 1))
    echo "other bits: $*"
    diff "$work/one" "$work/other" | head -4 | cut -c 1-200
}

first=$1 second=$2
for method in auto radau gauss6 dop853; do
    for model in FourBar MagneticParticle TensionChain ParallelogramOpposed CircularTrack SixParticlesEnergy Fekete; do
        compare models/$model.mo --method $method --max-steps 200
    done
done
for method in taylor lobatto3a4 radau2a3 midpoint implicit-euler taylor3; do
    compare models/FourBarEnergy.mo --method $method --max-steps 200
done
compare models/PlugFlowOriginal.mo
compare models/PlugFlowOriginal.mo --by arclength --method radau
compare models/KeplerEnergy.mo --method mrk4 --step 0.01
compare models/HenonHeiles.mo --method forest-ruth --step 0.01 --stop 5
echo "$runs runs, $failed differ"
[ $failed -eq 0 ]
