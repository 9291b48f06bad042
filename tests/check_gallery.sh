#!/bin/sh
# docs/invariants-gallery.md lists what the program finds in the models of the gallery that are searched quickly, and no
# other models. SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
command -v python3 >/dev/null || { echo "python3 is missing: the table of the gallery is not checked"; exit 0; }
if "$build/involute" invariants "$source/models/Pendulum.mo" 2>&1 | grep 'needs quadruple precision'; then
    exit 0
fi
python3 "$source/tools/gallery_invariants.py" "$build/involute" --check
echo "the table of the gallery is what is found"
