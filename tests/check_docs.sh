#!/bin/sh
# Runs the examples of README.md and of the pages in docs/, compares what they print, and follows their links.
#
# usage: check_docs.sh [PAGE.md ...]     (INVOLUTE_BUILD: folder of the program; default build-test)
#   PICTURES=yes   also copies the pictures that the pages make to docs/pictures ('make pictures')
#
# Each page has a fresh folder, in which models/ and examples/ are those of this tree. In the order of the page:
#   ```modelica with // NAME.mo as its first line, ```c with /* NAME.c */, ```python ... with # NAME: the block is
#              written to NAME. A ```modelica block without a name is not used.
#   ```sh      each line is a command, which must succeed; a line that ends with \ goes on.
#   ```text    what the last command has printed, standard error included. Words are compared, not blanks; numbers agree
#              to 1e-3 of them and 1e-11; '...' stands for anything within a line, as a line of its own for any lines.
#   ``` and other languages are not used.
# A comment on its own line before a block:
#   <!-- check: status 3 -->         the last command ends so
#   <!-- check: needs COMMAND -->    the block is skipped where COMMAND fails
#   <!-- check: not run -->          the block is not for this machine (installation, other programs)
#   <!-- run                         the lines up to --> are commands that readers do not see
# A picture ![words](pictures/NAME.svg) must be made by the commands of its page, as NAME.svg, and have less than 60 KB.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${INVOLUTE_BUILD:-$root/build-test}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=$build:$PATH
PKG_CONFIG_PATH=$work
export PATH PKG_CONFIG_PATH
largest_picture=61440

# C examples are compiled against the build as against an installed library.
cat >"$work/involute.pc" <<END
Name: involute
Description: the build
Version: 0
Cflags: -I$root/include
Libs: -L$build -linvolute -Wl,-rpath,$build
END

# Python examples see the package with the library of the build, where Debian's python3 has numpy.
if /usr/bin/python3 -c 'import numpy' 2>/dev/null && [ -e "$build/libinvolute.so" ]; then
    mkdir "$work/python" "$work/bin"
    ln -s /usr/bin/python3 "$work/bin/python3"
    PATH=$work/bin:$PATH
    PYTHONDONTWRITEBYTECODE=yes
    PYTHONPATH=$work/python
    export PYTHONDONTWRITEBYTECODE PYTHONPATH
    "$root/bind/python/tests/install.sh" "$build" "$work/python"
fi

# Translates a page into calls of the functions below.
translate_page() { # page
    awk '
    function here(kind, argument) { print kind, NR, argument " <<\"INVOLUTE_END\"" }
    function there() { print "INVOLUTE_END" }
    function name_in(line) {
        if (!match(line, /^(\/\/|\/\*|#) [A-Za-z0-9_.-]+\.[a-z]+( \*\/)?$/)) return ""
        split(line, word, " ")
        return word[2]
    }
    function command(line) {
        held = held line "\n"
        if (line ~ /\\$/) return
        if (held ~ /[^ \n]/) list[++commands] = held
        held = ""
    }
    function run_all(   i) {
        for (i = 1; i <= commands; i++) {
            here("run_command", i == commands ? status + 0 : 0)
            printf "%s", list[i]
            there()
        }
        commands = 0
    }
    function clear_marks() { status = 0; needs = ""; skip = 0 }
    function end_block() {
        if (kind == "file") there()
        if (kind == "sh") run_all()
        if (kind == "text") there()
        if (needs != "") print "fi"
        clear_marks()
        kind = ""
    }
    function begin_block(language) {
        kind = "other"
        first = 0
        if (skip) return
        if (needs != "") print "if available " NR " \"" needs "\"; then :"
        if (language == "sh") kind = "sh"
        else if (language == "text") { kind = "text"; here("compare_output", "") }
        else if (language != "") first = 1
    }
    /^<!-- check: / {
        text = $0
        sub(/^<!-- check: /, "", text)
        sub(/ -->$/, "", text)
        if (text ~ /^status /) status = substr(text, 8) + 0
        else if (text ~ /^needs /) needs = substr(text, 7)
        else if (text ~ /^not run/) skip = 1
        else print "complain " NR " \"unknown mark: " text "\""
        next
    }
    /^<!-- run$/ { hidden = 1; next }
    hidden && /^-->$/ { hidden = 0; run_all(); clear_marks(); next }
    hidden { command($0); next }
    /^ *```/ {
        if (kind != "") end_block()
        else begin_block(substr($0, index($0, "```") + 3))
        next
    }
    kind == "sh" { command($0); next }
    kind == "text" || kind == "file" { print; next }
    first { first = 0; if (name_in($0) != "") { kind = "file"; here("write_file", name_in($0)); print }; next }
    kind == "" && /^    involute [a-z]/ { print "complain " NR " \"a command outside of a block of sh\"" }
    END { if (kind != "" || hidden) print "complain " NR " \"a block without end\"" }' "$1"
}

complain() { # line words
    echo "$page:$1: $2" >&2
    echo "$page:$1" >>"$work/failures"
}

write_file() { cat >"$2"; } # line name

run_command() { # line status; the command on standard input
    cat >"$work/command"
    code=0
    sh "$work/command" >"$work/output" 2>&1 </dev/null || code=$?
    echo "$page" >>"$work/commands"
    [ "$code" = "$2" ] && return
    complain "$1" "status $code instead of $2: $(cat "$work/command")"
    sed 's/^/    /' "$work/output" >&2
}

available() { # line command
    sh -c "$2" >/dev/null 2>&1 && return
    echo "$page:$1: skipped: $2"
    return 1
}

compare_output() { # line
    cat >"$work/expected"
    awk -v actual="$work/output" '
    function number(word) { return word ~ /^[-+(]*[0-9.]+(e[-+]?[0-9]+)?[,);:]*$/ }
    function value(word) { gsub(/[(),;:]/, "", word); return word + 0 }
    function size(x) { return x < 0 ? -x : x }
    function near(a, b) { return size(a - b) <= 1e-3 * size(a) + 1e-11 }
    # Text with dots for anything: the parts between the dots must follow one another, the first and the last at the ends.
    function same_glob(a, b,   part, parts, k, at) {
        parts = split(a, part, /\.\.\./)
        if (substr(b, 1, length(part[1])) != part[1]) return 0
        b = substr(b, length(part[1]) + 1)
        for (k = 2; k < parts; k++) {
            at = index(b, part[k])
            if (!at) return 0
            b = substr(b, at + length(part[k]))
        }
        return length(b) >= length(part[parts]) && substr(b, length(b) - length(part[parts]) + 1) == part[parts]
    }
    function same_word(a, b) { return a == b || (number(a) && number(b) && near(value(a), value(b))) }
    function same_line(a, b,   n, m, i, want, have) {
        gsub(/ +/, " ", b)
        gsub(/^ | $/, "", b)
        gsub(/ +/, " ", a)
        if (index(a, "...")) return same_glob(a, b)
        n = split(a, want, " ")
        m = split(b, have, " ")
        for (i = 1; i <= n && same_word(want[i], have[i]); i++) continue
        return n == m && i > n
    }
    BEGIN { while ((getline line < actual) > 0) lines[++count] = line }
    { sub(/^ +/, ""); sub(/ +$/, "") }
    $0 == "..." { anywhere = 1; next }
    {
        for (j = at + 1; j <= count; j++) {
            if (same_line($0, lines[j])) break
            if (!anywhere) { print "expected: " $0; print "     got: " lines[j]; exit failed = 1 }
        }
        if (j > count) { print "missing: " $0; exit failed = 1 }
        at = j
        anywhere = 0
    }
    END {
        if (failed) exit 1
        for (j = at + 1; j <= count && !anywhere; j++) if (lines[j] ~ /[^ ]/) { print "more: " lines[j]; exit 1 }
    }
    ' "$work/expected" >"$work/difference" && return
    complain "$1" "the output differs"
    sed 's/^/    /' "$work/difference" >&2
}

check_pictures() { # page's file
    sed -n 's/.*](\(.*\/\)\{0,1\}pictures\/\([A-Za-z0-9_.-]*\)).*/\2/p' "$1" | sort -u >"$work/pictures"
    while read -r name; do
        [ -f "$name" ] || { complain 0 "no command makes the picture $name"; continue; }
        [ "$(wc -c <"$name")" -lt $largest_picture ] || complain 0 "$name is larger than $largest_picture bytes"
        [ "${PICTURES:-}" != yes ] || cp "$name" "$root/docs/pictures/$name"
        [ -f "$root/docs/pictures/$name" ] || complain 0 "docs/pictures/$name is missing; 'make pictures' makes it"
    done <"$work/pictures"
}

check_links() { # page's file
    folder=$(dirname "$1")
    awk '/^ *```/ { inside = !inside } !inside {
        while (match($0, /\]\([^)]*\)/)) { print NR, substr($0, RSTART + 2, RLENGTH - 3); $0 = substr($0, RSTART + RLENGTH) } }' "$1" |
        grep -v -e ' [a-z]*://' -e ' #' >"$work/links" || :
    while read -r line link; do
        target=$folder/${link%%#*}
        [ -e "$target" ] && continue
        complain "$line" "dead link: $link"
    done <"$work/links"
}

# A table needs an empty line before it: not every viewer takes it otherwise.
check_tables() { # page's file
    awk '/^ *```/ { inside = !inside } !inside && /^\|/ && before != "" && before !~ /^\|/ { print NR } { before = $0 }' "$1" >"$work/tables"
    while read -r line; do complain "$line" "no empty line before the table"; done <"$work/tables"
}

check_page() { # page's file
    page=${1#"$root"/}
    rm -rf "$work/page"
    mkdir "$work/page"
    ln -s "$root/models" "$root/examples" "$root/tools" "$work/page"
    ln -s "$build" "$work/page/build"
    cd "$work/page"
    translate_page "$1" >"$work/script"
    . "$work/script"
    check_pictures "$1"
    check_links "$1"
    check_tables "$1"
    cd "$root"
}

# Pages are also named in sources and texts, by their paths in the tree.
check_names() {
    page=tree
    grep -rnoE '\bdocs/[a-z/-]+\.md' "$root"/README.md "$root"/CONTRIBUTING.md "$root"/CHANGELOG.md "$root"/Makefile "$root"/CMakeLists.txt \
        "$root"/src "$root"/include "$root"/tests "$root"/models "$root"/examples "$root"/tools "$root"/docs --include='*' 2>/dev/null |
        grep -v 'tests/check_docs.sh' | sed "s|^$root/||" >"$work/names"
    while IFS=: read -r file line name; do
        [ -e "$root/$name" ] || complain "$line" "$file names $name, which does not exist"
    done <"$work/names"
}

: >"$work/failures"
: >"$work/commands"
if [ $# -gt 0 ]; then
    for file; do check_page "$(realpath "$file")"; done
else
    for file in "$root"/README.md "$root"/CONTRIBUTING.md "$root"/docs/*.md "$root"/docs/howto/*.md "$root"/docs/explanation/*.md; do
        check_page "$file"
    done
    check_names
fi
[ ! -s "$work/failures" ] || exit 1
echo "$(wc -l <"$work/commands") commands of $(sort -u "$work/commands" | wc -l) pages: as they say"
