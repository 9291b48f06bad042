#!/bin/sh
# Installs the Debian packages that the build and the tests need and that are missing, without
# asking. Needs neither root nor network when everything is there. `setup.sh browser` adds what draws
# the pages of reports in the tests, which are skipped without it.
# SPDX-License-Identifier: BSD-3-Clause
set -eu

missing=
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

if [ "${1:-}" = browser ]; then
    need_command python3 python3
    command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 || need_command chromium chromium
    fc-list : family 2>/dev/null | grep -q 'DejaVu Sans' || missing="$missing fontconfig fonts-dejavu"
fi

[ -n "$missing" ] || exit 0

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

echo "setup: installing$missing"
apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@"; }
# shellcheck disable=SC2086 # a list of words
apt install --yes --no-install-recommends $missing >/dev/null 2>&1 || {
    apt update
    apt install --yes --no-install-recommends $missing >/dev/null
}
