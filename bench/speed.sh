#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds and runs the speed benchmark of bench/speed against the library in build/.
#   bench/speed.sh quick [PROBLEM...]   a table of ratios at end error 1e-8, about a minute
#   bench/speed.sh full [PROBLEM...]    all programs and tolerances
#   bench/speed.sh reference NAME STEPS reference values of a problem, on standard output
# Libraries of others (SUNDIALS, GSL, RADAU5 of R's deSolve) are used where they are
# installed: tools/setup.sh bench.
set -eu
cd "$(dirname "$0")/.."
cc=${CC:-cc}
flags="-std=gnu11 -Wall -Wextra ${BENCH_CFLAGS:--O3}"
folder=build/bench
kind=${1:-quick}
[ $# -eq 0 ] || shift
mkdir -p "$folder"

problems=
for file in bench/speed/*.c; do
    case $file in
    */program_*.c | */speed.c | */make_reference.c) ;;
    *) problems="$problems $file" ;;
    esac
done

if [ "$kind" = reference ]; then
    # shellcheck disable=SC2086 # lists of words
    $cc $flags -DQUAD bench/speed/make_reference.c $problems -lquadmath -lm -o "$folder/make_reference"
    exec "$folder/make_reference" "$@"
fi

# shellcheck disable=SC2086
$cc $flags -Iinclude bench/speed/speed.c bench/speed/program_*.c $problems -Lbuild -linvolute \
    -Wl,-rpath,"$PWD/build" -lm -o "$folder/speed"
"$folder/speed" "$kind" "$folder" "$@"
