#!/bin/sh
# Includes point one way only: each folder of src/ may include itself, the public headers, and
# the folders that the map in CONTRIBUTING.md lists for it, so that the symbolic and the numeric
# half meet in include/involute_system.h and src/plan/plan.h alone.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
for folder in $(sed -n 's/^| `\(src\/[a-z_]*\)`.*/\1/p' CONTRIBUTING.md); do
    [ -d "$folder" ] || { echo "CONTRIBUTING.md: the map names $folder, which does not exist"; exit 1; }
done
grep -n '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' src/*/*.[ch] src/*/*.def examples/*.c 2>/dev/null |
awk -F: '
FILENAME == "CONTRIBUTING.md" {
    if ($0 !~ /^\| `(src\/[a-z_]+|examples)` \|/) next
    split($0, cell, "|")
    gsub(/[` ]|src\//, "", cell[2])
    gsub(/[,–]/, " ", cell[4])
    allowed[cell[2]] = cell[4]
    next
}
function exists(path,  found) { found = (getline line < path) >= 0; close(path); return found }
function wrong(what) { print $1 ":" $2 ": " what; bad = 1 }
{
    n++
    split($1, part, "/")
    from = part[1] == "src" ? part[2] : part[1]
    folder = $1; sub(/[^\/]*$/, "", folder)
    name = $0; sub(/^[^"]*"/, "", name); sub(/".*/, "", name)
    if (!(from in allowed)) { wrong("folder " from " is not in the map of CONTRIBUTING.md"); next }
    if (name ~ /^\.\.\//) { to = name; sub(/^\.\.\//, "", to); sub(/\/.*/, "", to) }
    else if (name ~ /\//) { wrong("write \"../folder/file.h\" for " name); next }
    else if (exists(folder name) || exists("include/" name)) to = from
    else { wrong("there is no " name); next }
    if (to != from && index(" " allowed[from] " ", " " to " ") == 0)
        wrong(from " must not include " name)
}
END {
    print n + 0 " includes, " (bad ? "some of them wrong" : "all allowed")
    exit bad || !n
}' CONTRIBUTING.md -
