#!/bin/sh
# The README's model gives the README's analysis, and its other commands work.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
PATH=$(cd "${INVOLUTE_BUILD:-$root/build-test}" && pwd):$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# The n-th block of ```KIND.
block() { # kind n
    awk -v kind="\`\`\`$1" -v n="$2" '/^```/ { inside = $0 == kind && ++seen == n; next } inside' "$root/README.md"
}

block modelica 1 >pendulum.mo
block text 1 >expected
involute analyze pendulum.mo >actual
diff expected actual
awk '/^    involute run/ { sub(/ *#.*/, ""); print }' "$root/README.md" >commands
while read -r command; do
    echo "$command"
    sh -c "$command" >output 2>&1 || { cat output; exit 1; }
done <commands
echo "README: as it says"
