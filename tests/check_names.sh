#!/bin/sh
# Hostile names and texts through every output: see hostile_names.py. SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME="$work/cache"
python3 "$source/tests/hostile_names.py" "$build/involute" "$work/names"
