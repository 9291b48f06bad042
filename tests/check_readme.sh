#!/bin/sh
# The README's commands work and print what it shows; it begins with a picture of a mechanism and its ledger.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
awk '/^!\[.*\]\(docs\/pictures\// { picture = NR } /kind +level +max +units/ && !ledger { ledger = NR } /^```sh/ && !command { command = NR }
    END { exit !(picture && picture < ledger && ledger < command && command < 40) }' "$root/README.md" ||
    { echo "README.md does not begin with a picture, its ledger and commands"; exit 1; }
exec "$root/tests/check_docs.sh" "$root/README.md"
