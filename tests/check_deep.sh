#!/bin/sh
# Long and deep texts with a small stack: sums, products and chains of equations are read and run, what is nested too
# deeply is refused with its place; nothing ends by a signal. SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
PATH=$build:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "check_deep: $*" >&2; exit 1; }
[ "${INVOLUTE_SANITIZED:-OFF}" = OFF ] || { echo "skipped: sanitizers need a deep stack"; exit 0; }

# repeat COUNT FORMAT: with the number, from 1
repeat() { awk -v n="$1" -v f="$2" 'BEGIN { for (k = 1; k <= n; k++) printf f, k }'; }
model() { # file, right side of der(x)
    { printf 'model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = '; cat; printf ';\nend M;\n'; } >"$1.mo"
}

# --- long ---
{ printf -- '-1e-9*x'; repeat 100000 ' - %d*1e-12*x'; } | model sum
{ printf -- '-1e-9'; repeat 20000 '*(1 + x/(%d + 1e5))'; } | model product
{ printf 'model M\n  Real a[100000], x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n  a[1] = x;\n'
  printf '  for i in 2:100000 loop\n    a[i] = a[i - 1] + 1;\n  end for;\nend M;\n'; } >chain.mo
{ printf 'model M\n'; repeat 20000 '  parameter Real p%d = q + 1;\n' | awk '{ sub(/q/, NR == 20000 ? "1" : "p" (NR + 1)); print }'
  printf '  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x*p1/2e4;\nend M;\n'; } >parameters.mo
{ printf 'if x > 2 then -x '; repeat 2000 'elseif x > %d + 2 then -x '; printf 'else -2*x'; } | model elseif
for name in sum product chain parameters elseif; do
    (ulimit -s 256; involute run $name.mo --stop 0.1 --points 2 --quiet) || fail "$name.mo does not run with a stack of 256 kB: status $?"
done

# --- deep ---
nested() { # name, count, opening, closing
    { repeat "$2" "$3"; printf x; repeat "$2" "$4"; } | model "$1"
}
refused=0
for count in 50 150 199 1000 100000; do
    nested brackets $count '(' ')'
    nested calls $count 'sin(' ')'
    nested sums $count '(x + sin(' '))'
    nested derivatives $count 'der(' ')'
    nested arrays $count 'sum({' '})'
    nested branches $count 'if x > 2 then 1 else (' ')'
    nested subscripts $count 'x[' ']'
    { printf 'model M\n  Real x('; repeat $count 'a('; printf 'b = 1'; repeat $count ')'; printf ');\nend M;\n'; } >modifiers.mo
    { printf 'model M\n  Real x = 1;\nequation\n'; repeat $count 'if true then\n'; repeat $count 'end if;\n'; printf 'end M;\n'; } >equations.mo
    { printf 'model C0\n  Real x = 1;\nend C0;\n'; repeat $((count / 20)) 'model C%d\n  extends B;\nend D;\n' |
        awk '/^model/ { k++ } { sub(/B/, "C" k - 1); sub(/D/, "C" k); print }'; } >bases.mo
    sed 's/extends \(C[0-9]*\)/\1 c/' bases.mo >components.mo
    { repeat $count 'model C%d\n'; repeat $count 'end X;\n'; } >classes.mo
    for name in brackets calls sums derivatives arrays branches subscripts modifiers equations bases components classes; do
        status=0
        (ulimit -s 256; timeout 60 involute run $name.mo --stop 0.1 --quiet) >log 2>&1 || status=$?
        [ $status -le 5 ] || fail "$count levels of $name: status $status with a stack of 256 kB"
        if [ $status != 0 ]; then
            grep -q "^$name.mo:[0-9]*:[0-9]*: error: " log || { head -5 log; fail "$count levels of $name: refused without a place"; }
            refused=$((refused + 1))
        fi
    done
done
grep -q -e nested log || true
nested brackets 100000 '(' ')'
involute check brackets.mo >log 2>&1 && fail "100000 brackets are read"
grep -q 'error: nested deeper than 200 levels' log || { cat log; fail "no limit for brackets"; }
(ulimit -s 256; involute check brackets.mo) >log 2>&1 && fail "100000 brackets are read"
grep -q "error: nested too deeply for a stack of 256 kB; 'ulimit -s' sets its size" log || { cat log; fail "no limit for the stack"; }
echo "5 long texts run and 60 deep ones are read or refused ($refused) with a stack of 256 kB"
