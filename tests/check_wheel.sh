#!/bin/sh
# The wheel: what it needs is in it or on every Linux system of its tag, as auditwheel asks; pip installs it into a virtual
# environment of Debian's python3; the README's example prints what it says; and all that where the system's SuiteSparse and jansson
# and all compilers are hidden, as on a machine without them.
# usage: check_wheel.sh [source]     source: pip builds the library from the tree, too, as users do (minutes)
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${INVOLUTE_BUILD:-$root/build-test}" && pwd)
python=/usr/bin/python3
skip() { echo "skipped: $*"; exit 0; }
fail() { echo "check_wheel: $*"; exit 1; }
$python -c 'import numpy' 2>/dev/null || skip "$python has no numpy"
$python -c 'import venv, ensurepip' 2>/dev/null || skip "$python has no venv ('tools/setup.sh tests' installs python3-venv)"
case ${INVOLUTE_SANITIZED:-OFF} in ON | 1) skip "a sanitizer's library needs its run-time library" ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH

$python -m venv --system-site-packages "$work/venv"
from=--config-settings=build=$build
[ "${1:-}" = source ] && from=--quiet
"$work/venv/bin/pip" wheel --quiet --no-index --no-deps --no-build-isolation "$from" --wheel-dir "$work" "$root/bind/python" ||
    fail "pip makes no wheel"
wheel=$(echo "$work"/involute-*.whl)
[ -f "$wheel" ] || fail "there is no wheel"
"$work/venv/bin/pip" install --quiet --no-index --no-deps "$wheel" || fail "pip does not install $wheel"
lib=$(echo "$work"/venv/lib/python3*/site-packages/involute/lib)

# What auditwheel asks (PEP 600): libraries of the system from a short list, symbols of glibc that the tag promises, a search path
# that stays inside.
minor=$(basename "$wheel" | sed -n 's/.*-py3-none-manylinux_2_\([0-9]*\)_.*/\1/p')
[ -n "$minor" ] || fail "$(basename "$wheel") has no manylinux tag for all versions of Python 3"
for file in "$lib"/*.so*; do
    name=$(basename "$file")
    for needed in $(readelf -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
        case $needed in
        libc.so.6 | libm.so.6 | libdl.so.2 | libpthread.so.0 | librt.so.1 | libgcc_s.so.1 | ld-linux-*.so.*) ;;
        *) [ -f "$lib/$needed" ] || fail "$name needs $needed, which is not in the wheel" ;;
        esac
    done
    for version in $(readelf -V "$file" | sed -n 's/.*Name: GLIBC_2\.\([0-9]*\).*/\1/p'); do
        [ "$version" -le "$minor" ] || fail "$name needs GLIBC_2.$version, and the tag promises 2.$minor"
    done
    path=$(readelf -d "$file" | sed -n 's/.*(R\(UN\)*PATH).*\[\(.*\)\]/\2/p')
    case $path in '' | "\$ORIGIN") ;; *) fail "$name searches libraries in '$path'" ;; esac
done
"$work/venv/bin/python" - "$wheel" <<'END' || fail "RECORD does not fit"
import base64, hashlib, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    record = next(n for n in wheel.namelist() if n.endswith("/RECORD"))
    rows = dict(line.split(",")[:2] for line in wheel.read(record).decode().splitlines())
    assert set(rows) == set(wheel.namelist())
    for name, digest in rows.items():
        found = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).rstrip(b"=").decode()
        assert name == record or digest == "sha256=" + found, name
END

# The example of the README.
awk '/^```python/ { inside = 1; next } /^```/ { inside = 0 } inside && !done { print } /^```/ && seen { done = 1 } inside { seen = 1 }' \
    "$root/README.md" >"$work/swing.py"
head -1 "$work/swing.py" | grep -q '# swing.py' || fail "the README has no swing.py"
cat >>"$work/swing.py" <<'END'
sol.report("swing.html")
for line in open("/proc/self/maps"):
    if any(word in line for word in ("klu", "suitesparse", "jansson", "libldl")):
        assert "/site-packages/involute/lib/" in line, line
END
cat >"$work/inside.sh" <<'END'
set -eu
cd "$1"
venv/bin/python swing.py >out.txt
END
look() { # where
    grep -q '^x = 0.275087, at t = 1: -0.986292$' "$work/out.txt" || { cat "$work/out.txt"; fail "the README's example prints something else ($1)"; }
    grep -q '^x^2 + y^2 = L^2  *swing.py:11  *explicit' "$work/out.txt" || fail "the ledger differs ($1)"
    [ -s "$work/swing.html" ] || fail "there is no report ($1)"
    rm -f "$work/out.txt" "$work/swing.html"
}
sh "$work/inside.sh" "$work"
look "here"

# The same without a compiler and without the libraries of the system, which are empty files in a name space of its own.
if unshare --user --map-root-user --mount true 2>/dev/null; then
    cat >"$work/hidden.sh" <<'END'
set -eu
for file in /usr/lib/*/libklu.so* /usr/lib/*/libldl.so* /usr/lib/*/libamd.so* /usr/lib/*/libbtf.so* /usr/lib/*/libcolamd.so* \
    /usr/lib/*/libsuitesparseconfig.so* /usr/lib/*/libjansson.so* /usr/bin/cc /usr/bin/gcc* /usr/bin/clang* /usr/bin/*-gcc*; do
    [ -f "$file" ] && mount --bind /dev/null "$(readlink -f "$file")" 2>/dev/null || true
done
! cc --version >/dev/null 2>&1 || { echo "the compiler is still there"; exit 1; }
! ldd "$2" | grep -q 'libklu.*=> /usr' || { echo "libklu is found in /usr"; exit 1; }
exec sh "$1/inside.sh" "$1"
END
    unshare --user --map-root-user --mount sh "$work/hidden.sh" "$work" "$lib/libinvolute.so.0" || fail "it needs what is not in the wheel"
    look "without compiler and SuiteSparse"
    echo "$(basename "$wheel"): complete, also without compiler and SuiteSparse"
else
    echo "$(basename "$wheel"): complete; not tried without SuiteSparse (no name spaces here)"
fi
