#!/bin/sh
# Instructions that six models take to be read, to be completed and for one step, as callgrind counts them, against
# tests/instructions.txt: more than 3 % above is a failure. 'make instructions' writes the file again; a commit that
# makes something dearer contains its new numbers. They hold for one compiler, C library and set of options: elsewhere
# nothing is compared.
# usage: check_instructions.sh [--write]   SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
file=$source/tests/instructions.txt
command -v valgrind >/dev/null || { echo "valgrind is missing: instructions are not counted"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What the counts depend on beside the source.
conditions() {
    compiler=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
    options=$(sed -n 's/^\(CMAKE_C_FLAGS\|CMAKE_C_FLAGS_RELEASE\|CMAKE_BUILD_TYPE\):[A-Z]*=/ /p' "$build/CMakeCache.txt" | tr -d '\n')
    asserts=$(sed -n 's/^INVOLUTE_\(TESTS\|ASSERTS\|HDF5\):[A-Z]*=/ /p' "$build/CMakeCache.txt" | tr -d '\n')
    vectors=$(grep -o -m 1 -w -e avx2 /proc/cpuinfo 2>/dev/null | head -n 1 || :)
    echo "$("$compiler" --version | sed "s/^[^ ]* //; q");$options;$asserts; $(getconf GNU_LIBC_VERSION 2>/dev/null || echo libc); $(uname -m) $vectors; $(valgrind --version)"
}

# count WORDS: instructions of involute WORDS
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/involute" "$@" --quiet >"$work/log" 2>&1 ||
        { cat "$work/log" >&2; exit 1; }
    sed -n 's/.*Collected : //p' "$work/log"
}

# measure MODEL STEP METHOD: a line of the file. A step is a tenth of the ten after 80 steps of constant size:
# by then, what is evaluated often has its code.
measure() {
    model=$source/models/$1.mo
    stop=$(awk -v h="$2" 'BEGIN { print 80*h }')
    later=$(awk -v h="$2" 'BEGIN { print 90*h }')
    nothing=$(count check "$work/empty.mo")
    parse=$(count check "$model")
    complete=$(count run "$model" --stop 0)
    before=$(count run "$model" --evaluator jit --method "$3" --step "$2" --stop "$stop")
    after=$(count run "$model" --evaluator jit --method "$3" --step "$2" --stop "$later")
    awk -v name="$1" -v n="$nothing" -v p="$parse" -v c="$complete" -v a="$before" -v b="$after" \
        'BEGIN { printf "%-18s %12.0f %12.0f %12.0f\n", name, p - n, c - p, (b - a)/10 }'
}

measure_all() {
    printf 'model Empty\n  Real x;\nequation\n  x = 1;\nend Empty;\n' >"$work/empty.mo"
    echo "# $(conditions)"
    echo "# model                   parse     complete         step"
    measure Pendulum 0.01 dop853
    measure AndrewsSqueezer 1e-5 dop853
    measure Chain6 0.005 dop853
    measure FourBarEnergy 0.01 dop853
    measure AkzoNobel 0.05 radau
    measure Fekete 0.01 radau
}

if [ "${1-}" = --write ]; then
    measure_all >"$work/counts"
    cp "$work/counts" "$file"
    cat "$file"
    exit
fi
if [ "$(head -n 1 "$file")" != "# $(conditions)" ]; then
    echo "other conditions than those of tests/instructions.txt: instructions are not compared"
    exit 0
fi
measure_all >"$work/counts"
awk 'FNR == 1 { part++ }
    /^#/ { next }
    part == 1 { for (k = 2; k <= 4; k++) kept[$1, k] = $k; next }
    { split("x parse complete step", what)
      for (k = 2; k <= 4; k++) {
          change = 100*($k/kept[$1, k] - 1)
          printf "%-18s %-9s %12.0f %+7.2f %%\n", $1, what[k], $k, change
          if (!(change <= 3)) { failed = 1; printf "check_instructions: %s: %s takes %.1f %% more than tests/instructions.txt says; make instructions writes it again\n", $1, what[k], change }
      } }
    END { exit failed }' "$file" "$work/counts"
