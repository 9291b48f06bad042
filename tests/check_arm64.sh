#!/bin/sh
# Machine code for AArch64 on a processor that is another one: the test that compares it with the interpreter is
# cross-compiled with what it needs and run by qemu. SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
compiler=aarch64-linux-gnu-gcc
for program in $compiler qemu-aarch64; do
    command -v $program >/dev/null || { echo "$program is missing: code for AArch64 is not run"; exit 0; }
done
printf '#include <math.h>\n' | $compiler -x c -fsyntax-only - 2>/dev/null ||
    { echo "the headers of C for AArch64 are missing: its code is not run"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The words of the list are those that the assembler makes of its texts.
list=$source/tests/unit/evaluate/arm64_code.def
sed -n 's/^LINE(.*, "\(.*\)")$/\1/p' "$list" | aarch64-linux-gnu-as -march=armv8.5-a -o "$work/code.o" -
aarch64-linux-gnu-objdump -d "$work/code.o" | awk '$1 ~ /^[0-9a-f]+:$/ { print "0x" $2 }' >"$work/assembled"
sed -n 's/^LINE([A-Z]*, \(0x[0-9a-f]*\), .*/\1/p' "$list" | diff - "$work/assembled"
echo "$(wc -l <"$work/assembled") words are those of the assembler"

# Sections are dropped that nobody calls: the rest of the library is not needed.
$compiler -std=c11 -D_XOPEN_SOURCE=700 -O1 -ffp-contract=off -ffunction-sections -Wl,--gc-sections -static \
    -I"$source/include" -I"$source/tests/arm64" "$source"/src/base/*.c "$source"/src/expr/*.c \
    "$source"/src/evaluate/jit*.c "$source/src/evaluate/interpreter.c" "$source/tests/unit/evaluate/test_jit.c" -lm -o "$work/test_jit"
qemu-aarch64 "$work/test_jit"
