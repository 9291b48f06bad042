#!/bin/sh
# The list of printed numbers, reproduce/NUMBER.printed, may only grow: numbers, then all lines (with seconds and quoted results).
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/../reproduce"
while read -r paper numbers lines; do
    all=$(grep -c '^[a-z]' "$paper.printed")
    counted=$(grep '^[a-z]' "$paper.printed" | grep -c -v -E ' (seconds|quoted)$')
    twice=$(grep '^[a-z]' "$paper.printed" | cut -d' ' -f1 | sort | uniq -d)
    if [ "$counted" -lt "$numbers" ] || [ "$all" -lt "$lines" ] || [ -n "$twice" ]; then
        echo "$paper.printed: $counted numbers of $all lines; expected at least $numbers of $lines; named twice: $twice"
        exit 1
    fi
done <<'END'
000 442 818
001 186 186
002 109 115
003 39 39
004 19 19
END
