#!/bin/bash
# Everything that the papers computed, computed again: no difference without a reason.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
"$INVOLUTE_BUILD/involute" reproduce --all >"$INVOLUTE_BUILD/reproduce.txt" || {
    grep -B30 UNEXPLAINED "$INVOLUTE_BUILD/reproduce.txt" | tail -100
    tail -1 "$INVOLUTE_BUILD/reproduce.txt"
    exit 1
}
tail -1 "$INVOLUTE_BUILD/reproduce.txt"
