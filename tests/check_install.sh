#!/bin/sh
# Installs into a temporary folder and builds the examples from there, as users do: with
# pkg-config, shared and static, and with find_package. SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=${INVOLUTE_BUILD:-$source/build-test}
cc=${CC:-cc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix="$work/prefix"

quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; echo "check_install: failed: $*"; exit 1; }; }

run() { # title program
    "$2" >"$work/output" 2>&1 || { cat "$work/output"; echo "check_install: $1 failed"; exit 1; }
    [ -s "$work/output" ] || { echo "check_install: $1 prints nothing"; exit 1; }
    echo "$1: $(head -n 1 "$work/output")"
}

quietly cmake --install "$build" --prefix "$prefix"
pkgconfig=$(dirname "$(find "$prefix" -name involute.pc)")
libraries=$(dirname "$pkgconfig")
export PKG_CONFIG_PATH="$pkgconfig"

# Moved as a whole, it still works: nothing in it holds the folder's name.
if grep -rIl "$work" "$prefix"; then
    echo "check_install: the files above hold the name of the folder"
    exit 1
fi

for example in "$source"/examples/*.c; do
    name=$(basename "$example" .c)
    shared=$(pkg-config --cflags --libs involute)
    static=$(pkg-config --static --cflags --libs involute | sed 's/-linvolute/-l:libinvolute.a/')
    # shellcheck disable=SC2086 # lists of words
    quietly "$cc" -std=c11 -Wall -Wextra -pedantic -Werror "$example" -o "$work/$name" $shared -lm
    # shellcheck disable=SC2086
    quietly "$cc" -std=c11 "$example" -o "$work/$name-static" $static
    LD_LIBRARY_PATH=$libraries run "$name, shared library" "$work/$name"
    run "$name, static library" "$work/$name-static"
done

mkdir "$work/project"
cat >"$work/project/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.18)
project(user C)
find_package(Involute 0.3 REQUIRED)
add_executable(user "$source/examples/from_text.c")
target_link_libraries(user PRIVATE Involute::involute m)
add_executable(user_static "$source/examples/from_text.c")
target_link_libraries(user_static PRIVATE Involute::involute_static)
END
quietly cmake -S "$work/project" -B "$work/project/build" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$cc"
quietly cmake --build "$work/project/build"
run "find_package, shared library" "$work/project/build/user"
run "find_package, static library" "$work/project/build/user_static"

for file in bin/involute include/involute.h include/involute_system.h \
    include/involute_build.h include/involute_function.def \
    include/involute_format.def include/involute_limit.def include/involute_option.def include/involute_statistics.def \
    include/involute_status.def share/man/man1/involute.1 share/man/man1/involute-run.1 \
    share/bash-completion/completions/involute share/zsh/site-functions/_involute; do
    [ -f "$prefix/$file" ] || { echo "check_install: $file is missing"; exit 1; }
done
find "$prefix/share" -name LICENSE | grep -q . || { echo "check_install: no licence"; exit 1; }
"$prefix/bin/involute" --version
