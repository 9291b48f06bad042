#!/bin/sh
# Allocations of the whole program fail, one at a time: tests/fault/allocations.py says what must hold then.
# check_faults.sh [SHARE [SEED]]: of all call stacks (default: one of fifty; 1: all, 'make faults').
# SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
if ! command -v python3 >/dev/null || ! getconf GNU_LIBC_VERSION >/dev/null 2>&1; then
    echo "check_faults: skipped: no python3, or another C library"
    exit 0
fi
if nm "$build/involute" 2>/dev/null | grep -q __asan_init; then
    echo "check_faults: skipped: AddressSanitizer has allocations of its own"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
${CC:-cc} -O2 -shared -fPIC -o "$work/fail_allocation.so" "$source/tests/fault/fail_allocation.c" -lpthread
python3 "$source/tests/fault/allocations.py" "$build/involute" "$work/fail_allocation.so" "${1:-0.02}" "${2:-1}"
