#!/bin/sh
# Installs the Debian packages that the build and the tests need and that are missing, without
# asking. Needs neither root nor network when everything is there. With the word `tests` also
# what optional parts need, which the tests are to see, with `browser` what draws the pages of
# reports, and with `bench` the programs that `make bench` compares; what fails is left out.
# SPDX-License-Identifier: BSD-3-Clause
set -eu

missing=
optional=
need_command() { # command package
    command -v "$1" >/dev/null 2>&1 || missing="$missing $2"
}
need_library() { # pkg-config-name package
    pkg-config --exists "$1" 2>/dev/null || missing="$missing $2"
}

need_header() { # file package; where a library has no pkg-config file
    printf '#include <%s>\n' "$1" | "${CC:-cc}" -x c -fsyntax-only - 2>/dev/null || missing="$missing $2"
}

# A compiler alone does not bring libc's headers on a machine without recommended packages.
compiles() { printf '#include <math.h>\n' | "${CC:-cc}" -x c -fsyntax-only - 2>/dev/null; }

compiles || missing="$missing gcc libc6-dev"
need_command cmake cmake
need_command make make
need_command objcopy binutils
need_command pkg-config pkg-config
need_library jansson libjansson-dev
need_library cmocka libcmocka-dev
need_header suitesparse/klu.h libsuitesparse-dev

if [ "${1:-}" = tests ]; then
    pkg-config --exists hdf5 2>/dev/null || optional="$optional libhdf5-dev"
    command -v h5dump >/dev/null 2>&1 || optional="$optional hdf5-tools"
    command -v mpirun >/dev/null 2>&1 || optional="$optional openmpi-bin" # check_sweep
    command -v mpicc >/dev/null 2>&1 || optional="$optional libopenmpi-dev"
    command -v valgrind >/dev/null 2>&1 || optional="$optional valgrind"
    command -v qemu-aarch64 >/dev/null 2>&1 || optional="$optional qemu-user" # check_arm64
    command -v aarch64-linux-gnu-gcc >/dev/null 2>&1 ||
        optional="$optional gcc-aarch64-linux-gnu libc6-dev-arm64-cross"
    for module in numpy pytest sympy pandas matplotlib scipy mypy h5py; do # check_python, check_sweep
        /usr/bin/python3 -c "import importlib.util as i, sys; sys.exit(not i.find_spec('$module'))" 2>/dev/null ||
            optional="$optional python3-$module"
    done
fi
if [ "${1:-}" = browser ]; then
    command -v python3 >/dev/null 2>&1 || optional="$optional python3"
    command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 ||
        command -v chromium >/dev/null 2>&1 || optional="$optional chromium"
    fc-list : family 2>/dev/null | grep -q 'DejaVu Sans' || optional="$optional fontconfig fonts-dejavu"
fi
if [ "${1:-}" = bench ]; then
    has_header() { printf '#include <%s>\n' "$1" | "${CC:-cc}" -x c -fsyntax-only - 2>/dev/null; }
    has_header ida/ida.h || optional="$optional libsundials-dev"
    has_header gsl/gsl_odeiv2.h || optional="$optional libgsl-dev"
    [ -f /usr/lib/R/site-library/deSolve/libs/deSolve.so ] || optional="$optional r-cran-desolve" # RADAU5
fi
[ -n "$missing$optional" ] || exit 0

without() { # reason
    echo "setup: without$optional: $1; what needs them is skipped" >&2
    exit 0
}
if [ -z "$missing" ]; then
    command -v apt-get >/dev/null 2>&1 || without "there is no apt-get here"
    [ "$(id -u)" = 0 ] || command -v sudo >/dev/null 2>&1 || without "not root"
fi

if ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: missing:$missing (Debian package names)." >&2
    echo "setup: there is no apt-get here; install them with this system's package manager, then repeat." >&2
    exit 1
fi
as_root=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "setup: missing:$missing; run as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root="sudo"
fi

apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@"; }
install() { # packages
    echo "setup: installing $*"
    apt install --yes --no-install-recommends "$@" >/dev/null 2>&1 || {
        apt update
        apt install --yes --no-install-recommends "$@" >/dev/null
    }
}
# shellcheck disable=SC2086 # lists of words
[ -z "$missing" ] || install $missing
# shellcheck disable=SC2086
[ -z "$optional" ] || install $optional || without "they could not be installed"
