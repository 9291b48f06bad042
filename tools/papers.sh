#!/bin/sh
# Writes docs/papers.md and its figures: what the papers claim and what comes out here.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/involute}
{
    cat <<'END'
# The papers, recomputed

Every table and figure that shows data, as `involute reproduce` gives it: the printed value, ours, the difference. What differs is explained by
an entry of `errata.md`. Seconds of the papers are those of their machines. This page is made by `tools/papers.sh`.
END
    "$program" reproduce --all --markdown --output-dir docs/papers
} >docs/papers.md
