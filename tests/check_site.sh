#!/bin/sh
# The documentation as pages: no warnings, every page in the navigation, links that lead somewhere, nothing fetched from elsewhere.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
command -v mkdocs >/dev/null || { echo "skipped: there is no mkdocs"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
PYTHONDONTWRITEBYTECODE=1 mkdocs build --strict --quiet --site-dir "$work/site" >"$work/log" 2>&1 ||
    { cat "$work/log"; echo "check_site: mkdocs has warnings"; exit 1; }
for page in $(cd docs && find . -name '*.md' | sed 's/^\.\///; s/md$/html/'); do
    [ -f "$work/site/$page" ] || { echo "check_site: $page is missing"; exit 1; }
    grep -q "href=\"[./]*$page\"\|href=\"[./]*$(basename "$page")\"" "$work/site/reference/commands.html" ||
        { echo "check_site: the navigation has no $page"; exit 1; }
done
python3 tests/check_links.py "$work/site"
