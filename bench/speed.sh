#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Builds and runs the speed benchmark of bench/speed against the library in build/
# (INVOLUTE_BUILD: another folder).
#   bench/speed.sh quick [PROBLEM...]   a table of ratios at end error 1e-8, about a minute
#   bench/speed.sh full [PROBLEM...]    all programs and tolerances; without PROBLEM also docs/benchmarks.md
#   bench/speed.sh rows [PROBLEM...]    what 500 output rows cost, ours and hand-written ones
#   bench/speed.sh check                whether programs and references agree; no times
#   bench/speed.sh reference NAME STEPS reference values of a problem, on standard output
# Libraries of others (SUNDIALS, GSL, RADAU5 of R's deSolve) are used where they are
# installed: tools/setup.sh bench.
set -eu
cd "$(dirname "$0")/.."
cc=${CC:-cc}
flags="-std=gnu11 -Wall -Wextra ${BENCH_CFLAGS:--O3}"
build=${INVOLUTE_BUILD:-build}
build=$(cd "$build" && pwd)
folder=$build/bench
kind=${1:-quick}
[ $# -eq 0 ] || shift
mkdir -p "$folder"

problems=
for file in bench/speed/*.c; do
    case $file in
    */program_*.c | */speed.c | */rows.c | */make_reference.c) ;;
    *) problems="$problems $file" ;;
    esac
done

if [ "$kind" = reference ]; then
    # shellcheck disable=SC2086 # lists of words
    $cc $flags -DQUAD bench/speed/make_reference.c $problems -lquadmath -lm -o "$folder/make_reference"
    exec "$folder/make_reference" "$@"
fi

libraries=
works() { # header, libraries: whether a program with them can be linked
    # shellcheck disable=SC2086
    printf '#include <%s>\nint main(void) { return 0; }\n' "$1" | $cc -x c - $2 -o "$folder/works" 2>/dev/null
}
missing() { echo "speed: without $1 (tools/setup.sh bench installs it)" >&2; }
sundials="-lsundials_ida -lsundials_cvode -lsundials_arkode -lsundials_nvecserial"
if works ida/ida.h "$sundials"; then
    flags="$flags -DHAVE_SUNDIALS" libraries="$libraries $sundials"
else
    missing SUNDIALS
fi
if works gsl/gsl_odeiv2.h "-lgsl -lgslcblas"; then
    flags="$flags -DHAVE_GSL" libraries="$libraries -lgsl -lgslcblas"
else
    missing GSL
fi

# shellcheck disable=SC2086
$cc $flags -Iinclude bench/speed/speed.c bench/speed/rows.c bench/speed/program_*.c $problems -L"$build" -linvolute \
    -Wl,-rpath,"$build" -rdynamic $libraries -ldl -lm -o "$folder/speed"
"$folder/speed" "$kind" "$folder" "$@"

# A run of all problems is the one that the documentation shows.
if [ "$kind" = full ] && [ $# -eq 0 ]; then
    cp "$folder/points.csv" bench/speed/points.csv
    bench/speed/page.sh "$folder" >docs/benchmarks.md
    (cd docs/pictures && INVOLUTE=$build/involute && export INVOLUTE && ../../bench/speed/draw.sh)
fi
