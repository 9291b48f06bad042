#!/bin/sh
# Every output row of every model of the gallery is certified, close to round-off, and proofs of polynomial models hold
# in rational numbers. SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
command -v python3 >/dev/null || { echo "python3 is missing: certificates are not checked"; exit 0; }
if "$build/involute" run "$source/models/Pendulum.mo" --certify --points 1 2>&1 | grep 'needs quadruple precision'; then
    exit 0
fi

for model in "$source"/models/*.mo; do
    name=$(basename "$model" .mo)
    status=0
    "$build/involute" run "$model" --certify --verify --points 40 --json >"$work/$name.json" 2>"$work/messages" || status=$?
    [ $status -eq 0 ] || { cat "$work/messages"; echo "check_certificate: $name ends with status $status"; exit 1; }
done

# 40 rows of each and those of events; radii below the condition, their median below 100 ulp.
python3 - "$work" <<'END'
import glob, json, sys
rows = proved = constrained = 0
ulps = []
for path in sorted(glob.glob(sys.argv[1] + "/*.json")):
    run = json.load(open(path))
    c = run["certificate"]
    rows += c["rows"]
    proved += c["proved"]
    constrained += run["structure"]["constraints"] > 0
    assert run["verification"]["agrees"], path
    assert c["proved"] == c["rows"], (path, c["proved"], c["rows"])
    for p in c["points"]:
        if p["rank"]:
            assert p["ulps"] <= 10 * p["condition"], (path, p)
            ulps.append(p["ulps"])
ulps.sort()
median = ulps[len(ulps) // 2]
print(f"{proved} of {rows} rows of the gallery are certified, {constrained} models with constraints; median {median:.2g} ulp, "
      f"largest {ulps[-1]:.3g} ulp")
assert proved == rows and rows >= 70 * 40 and constrained >= 50 and median <= 100
END

for name in Pendulum FourBar; do
    "$build/involute" run "$source/models/$name.mo" --certify --points 30 --output "$work/rows.csv" --json >"$work/summary.json"
    python3 "$source/tests/exact_proofs.py" $name "$work/rows.csv" "$work/summary.json"
done
