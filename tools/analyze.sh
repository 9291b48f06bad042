#!/bin/sh
# cppcheck and clang-tidy over src/, or the files that are given. Checks that are left out have their
# reasons in .clang-tidy and in tools/cppcheck.txt. What they say is left in $BUILD-analyze.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}-analyze
for program in cppcheck clang-tidy; do
    command -v $program >/dev/null || { echo "analyze: $program is missing (Debian: $program)" >&2; exit 1; }
done
cmake -S . -B "$build" --log-level=WARNING -DCMAKE_C_COMPILER=clang -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
[ $# -gt 0 ] || set -- $(ls src/*/*.c)
status=0
cppcheck --quiet --inline-suppr --std=c11 --enable=warning,portability --error-exitcode=1 -j "${JOBS:-$(nproc)}" \
    --suppressions-list=tools/cppcheck.txt -D_XOPEN_SOURCE=700 -DNDEBUG -DINVOLUTE_HAS_QUAD -I include "$@" \
    2>"$build/cppcheck.txt" || status=1
printf '%s\n' "$@" | xargs -n 8 -P "${JOBS:-$(nproc)}" clang-tidy --quiet -p "$build" --warnings-as-errors='*' \
    >"$build/clang-tidy.txt" 2>/dev/null || status=1
cat "$build/cppcheck.txt"
grep -E '(warning|error):' "$build/clang-tidy.txt" | sort -u || true
[ $status = 0 ] || { echo "analyze: see $build" >&2; exit 1; }
echo "analyze: no finding in $# files"
