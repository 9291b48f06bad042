#!/bin/sh
# A million steps of the program: tools/soak.py says what must hold. 'make soak' takes 10^9.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
if ! command -v python3 >/dev/null || [ ! -r /proc/self/status ]; then
    echo "check_soak: skipped: no python3, or no /proc"
    exit 0
fi
if nm "$build/involute" 2>/dev/null | grep -q __asan_init; then
    echo "check_soak: skipped: AddressSanitizer keeps memory that was freed"
    exit 0
fi
python3 "$source/tools/soak.py" "$build/involute" 1e6
