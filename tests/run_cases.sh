#!/bin/sh
# Runs the text cases of tests/model/*.t; see CONTRIBUTING.md for their format.
# usage: run_cases.sh FILE.t...   (INVOLUTE_BUILD: folder of the program; default build-test)
# SPDX-License-Identifier: BSD-3-Clause
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
ROOT=$(dirname "$here")
SHARED=${SHARED:-$(dirname "$ROOT")/shared}
build=$(cd "${INVOLUTE_BUILD:-$ROOT/build-test}" && pwd) || exit 2
PATH=$build:$PATH
# What a sanitizer finds has a status of its own, so that no expected one hides it.
ASAN_OPTIONS=exitcode=99${ASAN_OPTIONS:+:$ASAN_OPTIONS}
UBSAN_OPTIONS=exitcode=99${UBSAN_OPTIONS:+:$UBSAN_OPTIONS}
export ROOT SHARED PATH ASAN_OPTIONS UBSAN_OPTIONS
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM
limit=
command -v timeout >/dev/null && limit='timeout 120'

# Splits a file into $work/N.mo, N.command, N.expected and prints how many cases there are.
split() {
    awk -v work="$work" '
    function begin() { n++; part = 0; open() }
    function open() {
        if (file) close(file)
        file = work "/" n (part == 0 ? ".mo" : part == 1 ? ".command" : ".expected")
        printf "" > file
    }
    BEGIN { begin() }
    $0 == "====" { begin(); next }
    $0 == "----" { part++; open(); next }
    { if (part == 1) gsub(/MODEL/, "model.mo"); print > file }
    END { print n }' "$1"
}

# Prints what is wrong with the output of a case; nothing if it is as expected.
compare() { # expected actual status folder
    awk -v actual="$2" -v status="$3" -v folder="$4" '
    # runs of blanks count as one: columns move
    BEGIN { while ((getline line < actual) > 0) { gsub(/[ \t]+/, " ", line); text = text line "\n" } }
    { sub(/[ \t\r]+$/, ""); gsub(/[ \t]+/, " ") }
    $0 == "" { next }
    !seen { seen = 1
        if ($0 !~ /^status [0-9]+$/) print "the first expected line must be: status N"
        else if ($2 != status) print "expected " $0 ", got status " status
        next }
    /^no file / { name = substr($0, 9)
        if (system("test -e \"" folder "/" name "\"") == 0) print "there is a file " name
        next }
    /^!/ { if (index(text, substr($0, 2))) print "must not appear: " substr($0, 2); next }
    { at = index(substr(text, from + 1), $0)
        if (!at) print (index(text, $0) ? "out of order: " : "missing: ") $0
        else from += at - 1 + length($0) }
    END { if (!seen) print "nothing expected" }' "$1"
}

passed=0 failed=0 skipped=0 why=
skip() { skipped=$((skipped + 1)) why=$1; }

run_case() { # file number
    command=$(cat "$work/$2.command" 2>/dev/null) || command='echo "the case has no command"; exit 98'
    [ -f "$work/$2.expected" ] || : >"$work/$2.expected"
    case $command in
    *\$SHARED*) [ -d "$SHARED" ] || { skip "there is no folder $SHARED"; return; } ;;
    *'# needs '*)
        program=${command##*'# needs '}
        command -v "${program%% *}" >/dev/null || { skip "there is no program ${program%% *}"; return; } ;;
    esac
    mkdir "$work/$2" || exit 2
    cp "$work/$2.mo" "$work/$2/model.mo"
    (cd "$work/$2" && exec $limit sh -c "$command") >"$work/actual" 2>&1 </dev/null
    status=$?
    wrong=$(compare "$work/$2.expected" "$work/actual" $status "$work/$2")
    [ -z "$wrong" ] && { passed=$((passed + 1)); return; }
    failed=$((failed + 1))
    echo "FAILED $1, case $2: $command"
    echo "$wrong" | sed 's/^/  /'
    echo "  -- model"
    sed 's/^/  | /' "$work/$2.mo"
    echo "  -- actual output, status $status"
    sed 's/^/  | /' "$work/actual"
}

for file; do
    count=$(split "$file") || exit 2
    i=1
    while [ "$i" -le "$count" ]; do
        run_case "$file" "$i"
        i=$((i + 1))
    done
    rm -rf "${work:?}"/*
done
[ $skipped = 0 ] || echo "$skipped skipped: $why"
echo "$passed passed, $failed failed"
[ $failed = 0 ] && [ $((passed + skipped)) -gt 0 ]
