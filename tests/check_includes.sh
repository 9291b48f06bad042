#!/bin/sh
# Includes point one way only: each folder of src/ may include itself, the public headers, and
# the folders listed here. So the symbolic half (expr, evaluate, structure, model) and the
# numeric half (geometry, method, solve) meet in include/involute_system.h alone.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
grep -n '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' src/*/*.[ch] src/*/*.def examples/*.c 2>/dev/null |
awk -F: '
BEGIN {
    allowed["base"] = ""
    allowed["linalg"] = "base"
    allowed["algebra"] = "base linalg"
    allowed["expr"] = "base"
    allowed["evaluate"] = "base expr"
    allowed["structure"] = "base linalg expr evaluate"
    allowed["model"] = "base expr structure"
    allowed["geometry"] = "base linalg"
    allowed["method"] = "base linalg geometry"
    allowed["solve"] = "base linalg geometry method"
    allowed["output"] = "base solve"
    allowed["api"] = "base linalg algebra expr evaluate structure model geometry method solve output"
    allowed["draw"] = ""
    allowed["cli"] = "draw"
    allowed["examples"] = ""
}
function exists(path,  found) { found = (getline line < path) >= 0; close(path); return found }
function wrong(what) { print $1 ":" $2 ": " what; bad = 1 }
{
    n++
    split($1, part, "/")
    from = part[1] == "src" ? part[2] : part[1]
    folder = $1; sub(/[^\/]*$/, "", folder)
    name = $0; sub(/^[^"]*"/, "", name); sub(/".*/, "", name)
    if (!(from in allowed)) { wrong("folder " from " has no rule in check_includes.sh"); next }
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
}'
