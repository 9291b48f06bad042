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

# 40 rows of each and those of events; radii below the condition, their median below 100 ulp, that of a model as well,
# but where the condition alone makes more: then the radius is below a hundredth of it.
python3 - "$work" <<'END'
import glob, json, statistics, sys
rows = proved = constrained = 0
ulps = []
worst = (0, "")
for path in sorted(glob.glob(sys.argv[1] + "/*.json")):
    run = json.load(open(path))
    c = run["certificate"]
    rows += c["rows"]
    proved += c["proved"]
    constrained += run["structure"]["constraints"] > 0
    assert run["verification"]["agrees"], path
    assert c["proved"] == c["rows"], (path, c["proved"], c["rows"])
    points = [p for p in c["points"] if p["rank"]]
    for p in points:
        assert p["ulps"] <= 10 * p["condition"], (path, p)
    own = [p["ulps"] for p in points]
    ulps += own
    if not own:
        continue
    middle = statistics.median(own)
    condition = statistics.median(p["condition"] for p in points)
    assert middle <= max(100, condition / 100), (path, middle, condition)
    if middle > 100:
        print(f"{run['model']}: median {middle:.3g} ulp, condition {condition:.3g}")
    else:
        worst = max(worst, (middle, run["model"]))
median = statistics.median(ulps)
print(f"{proved} of {rows} rows of the gallery are certified, {constrained} models with constraints; median {median:.2g} ulp, "
      f"largest {max(ulps):.3g} ulp; largest median of a model {worst[0]:.2g} ulp ({worst[1]})")
assert proved == rows and rows >= 70 * 40 and constrained >= 50 and median <= 100
END

for name in Pendulum FourBar; do
    "$build/involute" run "$source/models/$name.mo" --certify --points 30 --output "$work/rows.csv" --json >"$work/summary.json"
    python3 "$source/tests/exact_proofs.py" $name "$work/rows.csv" "$work/summary.json"
done

# What a proof takes, in interpreted evaluations: of the direction and of all rows of the ledger at a point. Counted are
# instructions, where these are the longest proofs of the gallery, of many rows, and of an invariant.
[ "${INVOLUTE_SANITIZED:-OFF}" = OFF ] || exit 0
command -v valgrind >/dev/null || { echo "valgrind is missing: the cost of proofs is not counted"; exit 0; }
for name in TensionChain HeatFluxes FourBarEnergy; do
    valgrind --tool=callgrind --callgrind-out-file="$work/calls" "$build/involute" run "$source/models/$name.mo" --certify --points 10 \
        --evaluator interpreter --quiet >"$work/messages" 2>&1 || { cat "$work/messages"; exit 1; }
    python3 - "$work/calls" "$name" <<'END'
import collections, re, sys
names = {}
calls = collections.Counter()
cost = collections.Counter()
callee = None
expected = 0
for line in open(sys.argv[1]):
    word = re.match(r"cfn=\((\d+)\)(?: (.*))?", line)
    if word or (word := re.match(r"fn=\((\d+)\)(?: (.*))?", line)):
        name = names.setdefault(word[1], word[2])
        if line.startswith("cfn"):
            callee = name
    elif line.startswith("calls="):
        expected = int(line[6:].split()[0])
    elif expected:
        calls[callee] += expected
        cost[callee] += int(line.split()[1])
        expected = 0
def mean(name):
    found = [k for k in cost if k == name or k.startswith(name + ".")]
    assert found, f"no calls of {name}"
    return sum(cost[k] for k in found) / sum(calls[k] for k in found)
evaluations = mean("prove_point") / (mean("run_ledger") + mean("run_direction"))
print(f"{sys.argv[2]}: a proof takes {evaluations:.0f} interpreted evaluations")
assert evaluations <= 100
END
done
