#!/bin/sh
# The package with the library of a build, unpacked from its wheel: install.sh BUILD FOLDER
# SPDX-License-Identifier: BSD-3-Clause
set -eu
build=$(cd "$1" && pwd)
folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/../backend"
PYTHONDONTWRITEBYTECODE=yes /usr/bin/python3 - "$build" "$folder" <<'END'
import os
import sys
import zipfile
import involute_backend
build, folder = sys.argv[1:]
name = involute_backend.build_wheel(folder, {"build": build})
with zipfile.ZipFile(os.path.join(folder, name)) as wheel:
    wheel.extractall(folder)
END
