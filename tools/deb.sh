#!/bin/sh
# A Debian package of what a build folder holds: tools/deb.sh BUILD FOLDER. The build folder should be configured for /usr
# (make deb does so). DEB_MAINTAINER is "Name <address>"; DEB_OPTIONS go to dpkg-deb. SPDX-License-Identifier: BSD-3-Clause
set -eu
build=$(cd "$1" && pwd)
folder=$(mkdir -p "$2" && cd "$2" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
maintainer=${DEB_MAINTAINER:-Involute developers <developers@involute.example.org>}
for program in dpkg-deb dpkg-shlibdeps gzip; do
    command -v $program >/dev/null || { echo "deb: $program is missing (Debian: dpkg-dev)" >&2; exit 1; }
done
version=$(sed -n 's/^#define INVO_VERSION "\(.*\)"/\1/p' "$root/include/involute.h")
architecture=$(dpkg --print-architecture)
: "${SOURCE_DATE_EPOCH:=$(stat -c %Y "$root/CHANGELOG.md")}"
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
stage=$work/stage
umask 022

mkdir "$stage"
DESTDIR='' cmake --install "$build" --prefix "$stage/usr" --strip >"$work/log" || { cat "$work/log"; exit 1; }

# Documents as Debian wants them: one file for the licence, the changes compressed, man pages compressed.
documents=$stage/usr/share/doc/involute
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: involute\n\n'
    printf 'Files: *\nCopyright: Copyright (c) %s\nLicense: BSD-3-Clause\n' "$(sed -n 's/^Copyright (c) //p' "$root/LICENSE" | head -n 1)"
    sed -n '/^Redistribution/,$p' "$root/LICENSE" | sed 's/^$/./; s/^/ /'
} >"$documents/copyright"
rm "$documents/LICENSE"
gzip -9n -c "$documents/CHANGELOG.md" >"$documents/changelog.gz"
rm "$documents/CHANGELOG.md"
printf 'involute (%s-1) unstable; urgency=medium\n\n  * Built from the source of version %s.\n\n -- %s  %s\n' \
    "$version" "$version" "$maintainer" "$(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")" |
    gzip -9n >"$documents/changelog.Debian.gz"
gzip -9n "$stage"/usr/share/man/man1/*.1
mkdir -p "$stage/usr/share/zsh/vendor-completions"
mv "$stage/usr/share/zsh/site-functions/_involute" "$stage/usr/share/zsh/vendor-completions/_involute"
rmdir "$stage/usr/share/zsh/site-functions"
find "$stage" -type f -exec chmod 644 {} +
chmod 755 "$stage/usr/bin/involute"

# Libraries that the program and the shared library need.
library=$(find "$stage/usr/lib" -name 'libinvolute.so.*.*' -type f)
mkdir -p "$work/debian"
printf 'Source: involute\n\nPackage: involute\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps --ignore-missing-info -O -e"$stage/usr/bin/involute" -e"$library" 2>"$work/log") ||
    { cat "$work/log" >&2; exit 1; }
depends=${depends#shlibs:Depends=}
# HDF5 is not linked but loaded where a file needs it.
recommends=librsvg2-bin
hdf5=$(sed -n 's/^INVOLUTE_HDF5_NAME:[A-Z]*=//p' "$build/CMakeCache.txt")
if [ -n "$hdf5" ] && owner=$(dpkg-query -S "*/$(basename "$hdf5")" 2>/dev/null); then
    recommends="$(printf '%s\n' "$owner" | sed 's/:.*//; q'), $recommends"
fi

mkdir "$stage/DEBIAN"
cat >"$stage/DEBIAN/control" <<END
Package: involute
Version: $version-1
Section: math
Priority: optional
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s --apparent-size "$stage/usr" | cut -f1)
Depends: $depends
Recommends: $recommends
Suggests: pkg-config, libjansson-dev, libsuitesparse-dev, singular
Description: solver for differential systems with constraints
 Involute solves ordinary differential systems that come with constraints: ODEs
 with conserved quantities, differential-algebraic equations of any index,
 implicit systems. Models are written in a subset of Modelica. Every constraint,
 hidden ones included, is kept at round-off, and a ledger shows how well.
 .
 The package holds the program, the shared and the static library, the headers
 and the documentation.
END
echo 'activate-noawait ldconfig' >"$stage/DEBIAN/triggers"
soname=$(objdump -p "$library" | sed -n 's/ *SONAME *libinvolute\.so\.//p')
echo "libinvolute $soname involute (>= $version)" >"$stage/DEBIAN/shlibs"
(cd "$stage" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum >DEBIAN/md5sums)
package=$folder/involute_$version-1_$architecture.deb
# shellcheck disable=SC2086 # a list of words
dpkg-deb --root-owner-group ${DEB_OPTIONS:-} --build "$stage" "$package" >"$work/log" || { cat "$work/log"; exit 1; }
echo "$package"
