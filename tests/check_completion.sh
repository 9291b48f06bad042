#!/bin/bash
# Man pages without faults, and completion as bash and zsh do it, of what the build has written.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${INVOLUTE_BUILD:-$root/build-test}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "check_completion: $*"; exit 1; }
PATH=$build:$PATH

# What the build has written is what the program prints now.
for name in $(involute reference names); do
    involute reference "man-$name" | diff - "$build/pages/man1/involute-$name.1" || fail "involute-$name.1 is old"
    grep -q "^\.TH INVOLUTE" "$build/pages/man1/involute-$name.1" || fail "involute-$name.1 is no man page"
done
involute reference bash | diff - "$build/pages/involute.bash" || fail "involute.bash is old"
involute reference zsh | diff - "$build/pages/_involute" || fail "_involute is old"
if command -v mandoc >/dev/null; then
    # A date would differ from build to build.
    mandoc -T lint -W warning "$build"/pages/man1/*.1 | grep -v 'missing date' >"$work/lint" || true
    [ ! -s "$work/lint" ] || { cat "$work/lint"; fail "man pages with warnings"; }
    echo "man pages: no warnings of mandoc"
else
    echo "man pages not checked: there is no mandoc"
fi

cd "$work"
mkdir folder models.mo
touch swing.mo swing.csv other.txt 'two words.mo'
complete_line() { # words of the line; the last one is completed
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _involute
}
has() { # word, line...
    local word=$1 reply
    shift
    complete_line "$@"
    for reply in "${COMPREPLY[@]}"; do [ "$reply" != "$word" ] || return 0; done
    fail "bash: '$word' does not complete: $*"
}
lacks() {
    local word=$1 reply
    shift
    complete_line "$@"
    for reply in "${COMPREPLY[@]}"; do [ "$reply" != "$word" ] || fail "bash: '$word' completes: $*"; done
}
set +e # no match is no failure
source "$build/pages/involute.bash"
has run involute r
has analyze involute ''
has --version involute --
has --method involute run --m
has --rtol involute run Pendulum --rt
lacks --rtol involute plot --rt
has dop853 involute run Pendulum --method d
lacks rk4 involute run Pendulum --method d
has dop853 involute run --method = d
has radial involute run --retraction ''
has Pendulum involute run Pend
has swing.mo involute run sw
has 'two words.mo' involute run tw
lacks swing.csv involute run sw
has folder involute run f
has swing.csv involute plot sw
lacks swing.mo involute plot sw
has FourBar involute gallery F
has functions involute reference f
has folder involute decompose m.mo --output-dir f
lacks swing.mo involute decompose m.mo --output-dir s
has singular involute decompose m.mo --engine s
complete_line involute run --stop ''
[ ${#COMPREPLY[@]} = 0 ] || fail "bash: a number completes to ${COMPREPLY[*]}"
echo "completion of bash: as it should be"

set -e
command -v zsh >/dev/null || { echo "completion of zsh not checked: there is no zsh"; exit 0; }
zsh -n "$build/pages/_involute" || fail "_involute has an error"
# A real shell on a terminal of its own: the line is completed by the tabulator key.
cat >ask.zsh <<'END'
zmodload zsh/zpty
zpty -b shell "ZDOTDIR=$PWD TERM=dumb COLUMNS=500 PS1= zsh -f -i"
ask() { # line, what it becomes
    local seen= piece
    zpty -w -n shell "$1"$'\t'
    repeat 100; do
        if zpty -r -t shell piece; then seen+=$piece; else sleep 0.05; fi
        if [[ $seen == *$2* ]]; then zpty -w -n shell $'\x15'; return 0; fi
    done
    print -r -- "zsh: '$1' does not become '$2' but: ${(qqqq)seen}"
    exit 1
}
zpty -w shell "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; unsetopt zle_bracketed_paste 2>/dev/null; print re''ady"
repeat 200; do
    if zpty -r -t shell piece; then all+=$piece; else sleep 0.05; fi
    [[ $all != *ready* ]] || break
done
ask 'involute anal' 'analyze'
ask 'involute run --constraint-b' '--constraint-bound'
ask 'involute run --method dop8' 'dop853'
ask 'involute run FourBarIn' 'FourBarInvolutive'
ask 'involute reference annot' 'annotations'
print 'completion of zsh: as it should be'
END
timeout 60 zsh -f ask.zsh "$build/pages" || fail "zsh does not complete"
