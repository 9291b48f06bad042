#!/bin/sh
# The Debian package: it is built, holds what it should, and the program runs from it; and 'make uninstall' leaves nothing behind.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${INVOLUTE_BUILD:-$root/build-test}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "check_package: $*"; exit 1; }

cmake --install "$build" --prefix "$work/prefix" >/dev/null
touch "$work/prefix/bin/other"
"$root/tools/uninstall.sh" "$build/install_manifest.txt" >/dev/null
left=$(find "$work/prefix" ! -type d)
[ "$left" = "$work/prefix/bin/other" ] || fail "uninstall left: $left"
find "$work/prefix" -ipath '*involute*' | grep . && fail "uninstall left the folders above"
echo "uninstall: nothing is left"

for program in dpkg-deb dpkg-shlibdeps; do
    command -v $program >/dev/null || { echo "package not checked: there is no $program"; exit 0; }
done
package=$(DEB_OPTIONS='-Zgzip -z1' "$root/tools/deb.sh" "$build" "$work/out") || fail "tools/deb.sh failed: $package"
dpkg-deb -x "$package" "$work/files"
dpkg-deb -e "$package" "$work/control"
version=$(sed -n 's/^#define INVO_VERSION "\(.*\)"/\1/p' "$root/include/involute.h")
[ "$(dpkg-deb -f "$package" Version)" = "$version-1" ] || fail "its version is not $version-1"
for library in libjansson4 libklu1 libc6; do
    dpkg-deb -f "$package" Depends | grep -q "$library" || fail "it does not depend on $library"
done
if grep -q '^INVOLUTE_HDF5_NAME:[A-Z]*=..*' "$build/CMakeCache.txt"; then
    dpkg-deb -f "$package" Recommends | grep -q 'libhdf5' || fail "it does not recommend HDF5"
fi
for file in bin/involute include/involute.h share/man/man1/involute.1.gz share/man/man1/involute-run.1.gz \
    share/bash-completion/completions/involute share/zsh/vendor-completions/_involute share/doc/involute/copyright \
    share/doc/involute/changelog.gz share/doc/involute/changelog.Debian.gz share/doc/involute/docs/reference/commands.md \
    share/involute/models/Pendulum.mo; do
    [ -f "$work/files/usr/$file" ] || fail "usr/$file is missing"
done
(cd "$work/files" && md5sum --quiet -c "$work/control/md5sums") || fail "sums are wrong"
[ -z "$(find "$work/files" -type f -perm /022)" ] || fail "others may write"
grep -rIl "$work\|$root" "$work/files" && fail "the files above hold names of folders of this machine"
cd "$work"
[ "$(files/usr/bin/involute --version)" = "involute $version" ] || fail "the program is of another version"
files/usr/bin/involute run files/usr/share/involute/models/Pendulum.mo --output swing.csv >summary || fail "the program does not run"
grep -q 'done at t = ' summary || fail "the program does not reach the end"
echo "$(basename "$package"): the program runs from it"
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error "$package" >log 2>&1 || { cat log; fail "lintian found errors"; }
    echo "lintian: no errors"
else
    echo "lintian not run: it is not installed"
fi
