#!/bin/sh
# Both libraries give out the names of the public headers and no others.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=${INVOLUTE_BUILD:-$source/build-test}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

cat "$source"/include/involute.h "$source"/include/involute_build.h | tr '\n' ' ' | grep -o 'INVO_API [^;]*;' |
    sed 's/^[^(]*[ *]\(invo_[a-z_]*\)(.*/\1/' | grep '^invo_' | sort -u >"$work/declared"

compare() { # library names
    if grep -v '^invo_' "$2"; then
        echo "$1: the names above do not begin with invo_"
        status=1
    fi
    if ! diff "$work/declared" "$2" >"$work/difference"; then
        sed -n 's/^</declared, not defined: /p; s/^>/defined, not declared: /p' "$work/difference"
        echo "$1: differs from the public header"
        status=1
    fi
    echo "$1: $(wc -l <"$2") names"
}

nm -D --defined-only "$build/libinvolute.so" | awk '$2 != "A" { print $3 }' | sort -u >"$work/shared"
nm -g --defined-only "$build/libinvolute.a" | awk 'NF == 3 { print $3 }' | sort -u >"$work/static"
compare libinvolute.so "$work/shared"
compare libinvolute.a "$work/static"
exit $status
