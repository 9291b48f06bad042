#!/bin/sh
# Removes the files that a manifest of CMake lists, and the folders that are empty then:
# tools/uninstall.sh MANIFEST [DESTDIR]. SPDX-License-Identifier: BSD-3-Clause
set -eu
manifest=$1
destination=${2:-}
tr -d '\r' <"$manifest" | { cat; echo; } | while IFS= read -r file; do
    [ -n "$file" ] || continue
    if [ -e "$destination$file" ] || [ -L "$destination$file" ]; then
        rm -- "$destination$file"
        # Only folders of ours: standard ones are in use by others, or are left as they are.
        folder=$(dirname "$destination$file")
        while case $folder in */involute | */involute/* | */cmake/Involute) true ;; *) false ;; esac; do
            rmdir "$folder" 2>/dev/null || break
            folder=$(dirname "$folder")
        done
    fi
done
echo "removed what $manifest lists"
