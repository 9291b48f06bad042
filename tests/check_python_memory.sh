#!/bin/sh
# The library under Python with valgrind: nothing that is freed is used, nothing of the library is lost, whatever the order in which
# models, solutions, arrays and expressions go.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${INVOLUTE_BUILD:-$root/build-test}" && pwd)
python=/usr/bin/python3
skip() { echo "skipped: $*"; exit 0; }
$python -c 'import numpy' 2>/dev/null || skip "$python has no numpy"
command -v valgrind >/dev/null 2>&1 || skip "there is no valgrind"
case ${INVOLUTE_SANITIZED:-OFF} in ON | 1) skip "a sanitizer and valgrind exclude each other" ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/bind/python/tests/install.sh" "$build" "$work"
cat >"$work/use.py" <<'END'
import gc
import itertools
import sys
import threading
import involute
from involute import Zero, der

sys.setswitchinterval(1e-4)


def pendulum():
    m = involute.Model("Pendulum")
    x, y, F = m.variables("x y F", start=[1, 0, 0])
    m.equation(der(der(x)) == -F*x)
    m.equation(der(der(y)) == -F*y - 9.81)
    m.equation(x**2 + y**2 == 1)
    return m


def use():
    for order in ((0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)):
        m = pendulum()
        sol = m.run(0.3, dense=True, events=[m["x"], Zero("y", terminal=False)])
        kept = {0: m, 1: sol, 2: sol["x"], 3: m["x"]}
        del m, sol
        for k in order:
            last = kept.pop(k)
            del last
            gc.collect()
            for one in kept.values():
                repr(one)
    m = pendulum()
    for _ in range(3):
        try:
            m.run(1, parameters={"w": 1})
        except involute.Error as e:
            kept = e
        try:
            involute.solve_ivp(lambda t, y: 1/0, (0, 1), [1.0])
        except ZeroDivisionError:
            pass
    m.linearize("steady")
    m.steady(start={"y": 0.9})
    try:
        m.linearize(outputs=["w"])
    except involute.Error:
        pass
    m.run(0.2).report(sys.argv[1])
    m._repr_html_()
    threads = [threading.Thread(target=lambda: pendulum().run(0.1)) for _ in range(3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


use()
gc.collect()
print("used")
END
PYTHONPATH=$work PYTHONMALLOC=malloc PYTHONDONTWRITEBYTECODE=yes valgrind --leak-check=full --show-leak-kinds=definite --num-callers=40 \
    --log-file="$work/log" $python "$work/use.py" "$work/page.html" >"$work/out" || { cat "$work/out"; tail -50 "$work/log"; echo "check_python_memory: the program fails"; exit 1; }
grep -q used "$work/out"
# Python, numpy and the loader have their own; those with a function of ours count.
awk '{ sub(/^==[0-9]+== ?/, "") }
    /^$/ { if (is_ours && is_error) { print block; bad++ } block = ""; is_ours = is_error = 0; next }
    { block = block $0 "\n" }
    /Invalid (read|write|free)|uninitialised|definitely lost/ { is_error = 1 }
    /libinvolute/ { is_ours = 1 }
    END { exit bad > 0 }' "$work/log" || { echo "check_python_memory: valgrind finds the above"; exit 1; }
grep -q 'ERROR SUMMARY' "$work/log"
echo "no memory of the library is lost or used after it was freed"
