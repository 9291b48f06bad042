#!/bin/sh
# How does the work before the first step grow with the model? Instructions of runs that end where they begin are counted
# by callgrind at two sizes, less those of the program itself. Where b m^p are needed for m terms of the equations, p
# must stay below 1.2. Both sizes are on one side of the bounds up to which ranks are looked at closely. Clearing memory
# hardly counts here, 32 bytes in one instruction: what clears all unknowns for each of them is found by profiles.
# usage: check_growth.sh [NAME...]   SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
command -v valgrind >/dev/null || { echo "valgrind is missing: growth is not measured"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# model NAME SIZE: its text
model() {
    case $1 in
    chain) sed "s/n = 500;/n = $2;/" "$source/bench/Chain.mo" ;;
    heat) sed "s/N = 1000 /N = $2 /" "$source/models/HeatFluxes.mo" ;;
    *) sed "s/ n = 1;/ n = $2;/" "$source/tests/growth/$1.mo" ;;
    esac
}

# count NAME SIZE: instructions
count() {
    model "$1" "$2" >"$work/model.mo"
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/involute" run "$work/model.mo" \
        --quiet --stop 0 >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    sed -n 's/.*Collected : //p' "$work/log"
}

# grows NAME POWER SMALL LARGE: of size n it has n^POWER terms
grows() {
    case " $wanted " in *" $1 "* | "  ") ;; *) return 0 ;; esac
    awk -v name="$1" -v power="$2" -v n="$3" -v m="$4" -v s="$begin" -v a="$(count "$1" "$3")" -v b="$(count "$1" "$4")" \
        -v most=$most 'BEGIN {
        p = log((b - s)/(a - s))/log(m/n)/power
        printf "%-8s %5d %5d: %5.0f %5.0f million, exponent %.2f\n", name, n, m, a/1e6, b/1e6, p
        exit !(p <= most) }' || { echo "check_growth: $1 grows faster than m^$most in its terms"; failed=1; }
}

wanted=$*
most=1.2
begin=$(count sum 1)
grows sum 1 400 1600
grows product 1 400 1600
grows heat 1 80 320
grows chain 1 305 915
grows fekete 2 14 28
grows nbody 2 14 28
# The factors of a net fill in, in proportion to n^3, which shows the more the cheaper the rest is.
most=1.25
grows cloth 2 12 18
exit $failed
