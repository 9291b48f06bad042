#!/bin/sh
# Writes docs/papers.md and its figures: what the papers claim and what comes out here.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/involute}
{
    cat <<'END'
# The papers, recomputed

How many of the printed numbers are met: equal when rounded to the printed digits, counts exactly. Near: within 2 %. Seconds of their machines and
numbers that a paper quotes from others are not compared.
END
    "$program" reproduce --all --long --markdown --output-dir docs/papers
} >docs/papers.md.new
# The counts come first, then what they are made of.
awk '/^### / && !said {
    said = 1
    print "Every table and figure that shows data, as `involute reproduce` gives it: the printed value, ours, the difference, the verdict. What was tried where"
    print "a number is not met, and what is wrong in print, is in `errata.md`. This page is made by `tools/papers.sh`.\n"
}
{ print }' docs/papers.md.new >docs/papers.md
tools/beyond.sh "$program" >>docs/papers.md
rm docs/papers.md.new
