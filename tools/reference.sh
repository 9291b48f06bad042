#!/bin/sh
# Writes the pages of docs/reference that are made from the program's tables, the public header and the source:
# tools/reference.sh PROGRAM [FOLDER]. Without python3 those of the header and the messages are left out.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
program=${1:?usage: tools/reference.sh PROGRAM [FOLDER]}
root=$(cd "$(dirname "$0")/.." && pwd)
folder=${2:-$root/docs/reference}
mkdir -p "$folder"
for topic in commands methods status formats functions annotations json; do
    "$program" reference $topic >"$folder/$topic.md"
done
"$program" reference schema >"$folder/summary.schema.json"
if command -v python3 >/dev/null; then
    python3 "$root/tools/reference.py" c-api >"$folder/c-api.md"
    python3 "$root/tools/reference.py" messages >"$folder/messages.md"
fi
