#!/bin/sh
# docs/reference is what the program, the header and the source say now; its examples work.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=${INVOLUTE_BUILD:-$root/build-test}
program=$(cd "$build" && pwd)/involute
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=$(dirname "$program"):$PATH
fail() { echo "check_reference: $*"; exit 1; }

mkdir "$work/pages" "$work/run"
"$root/tools/reference.sh" "$program" "$work/pages" || fail "tools/reference.sh failed"
command -v python3 >/dev/null || echo "without python3: c-api.md and messages.md are not compared"
for page in "$work"/pages/*; do
    name=$(basename "$page")
    diff -u "$root/docs/reference/$name" "$page" || fail "docs/reference/$name is old: run 'make reference'"
done

# What the tables hold, found another way.
for name in $(sed -n 's/^[A-Z]*([a-z_]*, "\([a-z-]*\)".*/\1/p' "$root/include/involute_option.def"); do
    grep -q "^| .--$name[ \`]" "$root/docs/reference/commands.md" || fail "commands.md has no --$name"
done
for name in $(sed -nE 's/^(UNARY|BINARY)\([A-Z0-9]+, "([A-Za-z0-9]+)", (REAL|INTEGER|SAME), .*/\2/p' "$root/src/expr/op.def") \
    $(sed -nE 's/^(ARRAY_)?FUNCTION\("([A-Za-z.]+)".*/\2/p' "$root/src/translate/builtin.def"); do
    grep -q "$name(" "$root/docs/reference/functions.md" || fail "functions.md has no $name"
done
for mark in '+' '-' '\*' '/' '^' '\.+' '\.-' '\.\*' '\./' '\.^' '<' '<=' '>' '>=' '==' '<>'; do
    grep -q "a $mark b" "$root/docs/reference/functions.md" || fail "functions.md has no operator $mark"
done
for name in $(tr '\n' ' ' <"$root/include/involute.h" | grep -o 'INVO_API[^;]*' | sed -n 's/[^(]*\b\(invo_[a-z_]*\)(.*/\1/p'); do
    grep -q "id=\"$name\"" "$root/docs/reference/c-api.md" || fail "c-api.md has no $name"
done

cd "$work/run"
involute reference examples >lines
while read -r line; do
    sh -c "$line" >output 2>&1 </dev/null || { cat output; fail "the example '$line' failed"; }
done <lines
echo "$(ls "$work/pages" | wc -l) pages are as they should be, $(wc -l <lines) examples work"
