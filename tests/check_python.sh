#!/bin/sh
# The Python package: its tests and the examples of its documentation strings, its types, and what is in the wheel.
# Debian's python3 is used, where it has numpy and pytest; sympy, pandas, matplotlib, scipy and mypy where they are there.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${INVOLUTE_BUILD:-$root/build-test}" && pwd)
python=/usr/bin/python3
for module in numpy pytest; do
    $python -c "import $module" 2>/dev/null || { echo "skipped: $python has no $module ('tools/setup.sh tests' installs it)"; exit 0; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PYTHONDONTWRITEBYTECODE=yes
PYTHONPATH=$work
export PYTHONDONTWRITEBYTECODE PYTHONPATH
fail() { echo "check_python: $*"; exit 1; }
"$root/bind/python/tests/install.sh" "$build" "$work"

# The library and those that it needs find each other in the wheel.
for file in "$work"/involute/lib/*.so*; do
    readelf -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -vE '^(lib(c|m|dl|pthread|rt|gcc_s)|ld-linux.*)\.so' |
        while read -r name; do
            [ -f "$work/involute/lib/$name" ] || echo "$(basename "$file") needs $name"
        done >"$work/missing"
    [ ! -s "$work/missing" ] || fail "not in the wheel: $(cat "$work/missing")"
done
for file in libinvolute.so.0 libinvolute_report.so; do
    readelf -d "$work/involute/lib/$file" | grep -q '(RPATH).*\[$ORIGIN' || fail "$file has no DT_RPATH \$ORIGIN"
done

cd "$root"
$python -m pytest -q -p no:cacheprovider bind/python/tests --doctest-modules "$work/involute"
if $python -c 'import mypy' 2>/dev/null; then
    $python -m mypy --config-file bind/python/pyproject.toml --cache-dir "$work/cache" "$work/involute"
else
    echo "types not checked: there is no mypy"
fi
