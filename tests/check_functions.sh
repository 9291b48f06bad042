#!/bin/sh
# docs/language.md names every function of src/expr/op.def that models call.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
names=$(sed -nE 's/^(UNARY|BINARY)\([A-Z0-9]+, "([A-Za-z0-9]+)", (REAL|INTEGER|SAME), .*/\2/p' src/expr/op.def)
for name in $names; do
    grep -q "\`$name\`" docs/language.md || { echo "check_functions: docs/language.md does not name $name"; bad=1; }
done
[ -z "${bad:-}" ] || exit 1
echo "$(echo "$names" | wc -l) functions are documented"
