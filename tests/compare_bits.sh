#!/bin/sh
# Runs the models of bits.txt with two programs, made by different compilers, and compares what they write, bit for bit:
# neither the compiler nor its idea of the order of arguments may show.
# usage: compare_bits.sh PROGRAM OTHER
# SPDX-License-Identifier: BSD-3-Clause
set -eu
[ $# -eq 2 ] || { echo "usage: $0 PROGRAM OTHER" >&2; exit 2; }
whole() { # a path that holds in any folder
    case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac
}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM
here=$(dirname "$0")
"$here/hash_bits.sh" "$(whole "$1")" auto >"$work/one"
"$here/hash_bits.sh" "$(whole "$2")" auto >"$work/other"
if ! diff "$work/one" "$work/other"; then
    echo "other bits: $(diff "$work/one" "$work/other" | grep -c '^<') of $(wc -l <"$work/one") runs"
    exit 1
fi
echo "$(wc -l <"$work/one") runs, 0 differ"
