#!/bin/sh
# Prints the last section of docs/papers.md: what the papers left open.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
cd "$(dirname "$0")/.."
program=${1:-build/involute}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat <<'END'

## Beyond the papers

### Conjecture 4.7 of 003: no further order conditions

Runge–Kutta methods with projected stages are said to have their classical order; 003 proves it up to order 4 and tests order 5 on one linear
equation. `bench/conjecture.c` measures orders 5 to 10 on random manifolds (random cubic constraints, codimension 1 to 3 in 4 to 7 dimensions,
the tangential part of a random quadratic field), in long double, over all coordinates, with Euler's method extrapolated to order p: an explicit
Runge–Kutta method, every stage projected orthogonally. The spread is that of steps so long that errors are above round-off; no median is below its order
by more than 0.25.

END
${CC:-cc} -O2 -std=c11 -D_XOPEN_SOURCE=700 bench/conjecture.c -lm -o "$folder/conjecture"
"$folder/conjecture" 60
cat <<'END'

### Stiff systems on the manifold

The papers leave stiff systems for later (003, 004 5.1). Steps, rejected steps and evaluations at tolerance 1e-6, and the largest residual of any constraint in units of
round-off: an explicit pair with projected stages against Radau IIA, both on the manifold. 'More than' where a run was ended.

| model | method | steps | rejected | evaluations | residual, units |
| --- | --- | --- | --- | --- | --- |
END
most=20000
row() {
    model=$1 method=$2
    shift 2
    "$program" run "models/$model.mo" --method "$method" --rtol 1e-6 --points 1 --max-steps $most \
        "$@" >"$folder/text" 2>/dev/null || true
    awk -v model="$model" -v method="$method" -v most=$most '
        /: done at/ { done = 1 }
        /^work/ { steps = $2; rejected = $4; evaluations = $6 }
        /^ledger/ { rows = 1 }
        rows && $NF + 0 > units { units = $NF + 0 }
        /^final values/ { rows = 0 }
        END { if (steps + 0 >= most) steps = "more than " most
              else if (!done) steps = steps ", then it failed"
              printf "| %s | `%s` | %s | %s | %s | %.2g |\n", model, method, steps, rejected, evaluations, units }
    ' "$folder/text"
}
for method in dopri54 radau; do
    row Robertson $method
    row VanDerPol $method
    row AkzoNobel $method
    row BatchReactor $method --stop 1
    row StiffPendulum $method --set epsilon=0.001 --set lambda=-176470.6 --stop 0.1
done
