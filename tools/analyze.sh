#!/bin/sh
# cppcheck and clang-tidy over src/, or the files that are given. Checks that are left out have their
# reasons in .clang-tidy and in tools/cppcheck.txt, findings that are left in tools/findings.txt: more of a
# kind in a file than stand there are an error. What both say is left in $BUILD-analyze.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}-analyze
for program in cppcheck clang-tidy; do
    command -v $program >/dev/null || { echo "analyze: $program is missing (Debian: $program)" >&2; exit 1; }
done
cmake -S . -B "$build" --log-level=WARNING -DCMAKE_C_COMPILER=clang -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
[ $# -gt 0 ] || set -- $(ls src/*/*.c)
cppcheck --quiet --inline-suppr --std=c11 --enable=warning,portability -j "${JOBS:-$(nproc)}" \
    --suppressions-list=tools/cppcheck.txt -D_XOPEN_SOURCE=700 -DNDEBUG -DINVOLUTE_HAS_QUAD -I include "$@" \
    2>"$build/cppcheck.txt"
printf '%s\n' "$@" | xargs -n 8 -P "${JOBS:-$(nproc)}" clang-tidy --quiet -p "$build" --warnings-as-errors='*' \
    >"$build/clang-tidy.txt" 2>/dev/null || true
# FILE:LINE:COLUMN: kind: text [check]
sed -n "s|^$PWD/||; s|,-warnings-as-errors\]|]|; /^src.*: \(warning\|error\|portability\): .*\]\$/p" \
    "$build/cppcheck.txt" "$build/clang-tidy.txt" | sort -u >"$build/findings.txt"
awk '
FNR == NR && NF && !/^#/ { known[$1 " " $2] = $3 }
FNR == NR { next }
{
    file = $0
    sub(/:.*/, "", file)
    check = $0
    sub(/.*\[/, "", check)
    sub(/\]$/, "", check)
    of = file " " check
    found[of]++
    texts[of] = texts[of] $0 "\n"
}
END {
    for (of in found)
        if (found[of] > known[of]) {
            printf "%s", texts[of]
            more = 1
        }
    exit more
}' tools/findings.txt "$build/findings.txt" || { echo "analyze: see $build" >&2; exit 1; }
echo "analyze: $# files, no finding but the $(wc -l <"$build/findings.txt") of tools/findings.txt"
