#!/bin/sh
# Steps that the loop for calm water makes (src/solve/coast.c) are those of the loop for all: the interpreter never
# comes there. Rows, final values, the ledger and all counters are the same, in many models and at many tolerances.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
runs=0

# evaluate EVALUATOR WORDS: rows, summary and messages in $work/EVALUATOR.*
evaluate() {
    evaluator=$1
    shift
    (cd "$source" && "$build/involute" run "$@" --evaluator "$evaluator" --output "$work/rows.csv" --json) \
        >"$work/json" 2>"$work/$evaluator.messages" || echo "status $?" >>"$work/$evaluator.messages"
    if [ -f "$work/rows.csv" ]; then mv "$work/rows.csv" "$work/$evaluator.csv"; else echo none >"$work/$evaluator.csv"; fi
    grep -v -e '_seconds"' -e '"command"' -e '"evaluator"' -e 'that were found in' "$work/json" >"$work/$evaluator.json"
}

same() {
    evaluate interpreter "$@"
    evaluate jit "$@"
    runs=$((runs + 1))
    for kind in csv json messages; do
        cmp -s "$work/interpreter.$kind" "$work/jit.$kind" && continue
        echo "check_coast: $* differs between interpreter and jit ($kind)"
        diff "$work/interpreter.$kind" "$work/jit.$kind" | head -10
        failed=1
    done
}

for model in Pendulum PendulumEnergy KeplerOrbit KeplerEnergy FourBar FourBarEnergy ElasticPendulum DoublePendulum \
    InvolutivePendulum HenonHeiles EulerTopEnergy RigidBody WindPendulum UnitPendulum SphereEquation CircularTrack \
    MagneticParticle LotkaVolterra ModifiedKepler SpatialSliderCrank; do
    for rtol in 1e-4 1e-7 1e-10; do
        same "models/$model.mo" --rtol $rtol --method dop853 --points 1
        same "models/$model.mo" --rtol $rtol --points 30
        same "models/$model.mo" --rtol $rtol --method taylor --points 5
    done
done
same models/Pendulum.mo --rtol 1e-12 --method dop853 --points 7 --stop 50
same models/Pendulum.mo --rtol 1e-6 --method dop853 --max-step 0.01
same models/Pendulum.mo --rtol 1e-9 --method dop853 --start 5 --stop 0
same models/Pendulum.mo --rtol 1e-9 --method dop853 --max-steps 100
same models/Pendulum.mo --rtol 1e-9 --method dop853 --safety 0.99
same models/Pendulum.mo --rtol 1e-9 --method dop853 --norm-size end
same models/Pendulum.mo --rtol 1e-9 --method dop853 --advance low
same models/Pendulum.mo --rtol 1e-9 --method dop853 --constraint-bound 0.3
same models/KeplerOrbit.mo --rtol 1e-9 --method dop853 --metric euclidean
same models/KeplerOrbit.mo --rtol 1e-8 --method dop853 --points 3 --stop 300
# Moves that are made twice.
same models/AndrewsSqueezer.mo --rtol 1e-3 --method dop853
same models/AndrewsSqueezer.mo --rtol 1e-4 --points 10
same models/StiffPendulum.mo --rtol 1e-7 --method dop853 --stop 0.5
# Joint arrivals with the invariants that are found (--quiet: a note tells how long that took), and a quantity that is
# dropped between steps that coast.
cat >"$work/Wall.mo" <<'END'
model Wall "thrown up, against something soft that the search does not see"
  Real x(start = 0, fixed = true), v(start = 2000, fixed = true), s(start = 1, fixed = true), c(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -9.81 - 0.1*max(0, x - 1e5);
  der(s) = c;
  der(c) = -s;
end Wall;
END
for rtol in 1e-4 1e-6 1e-9; do
    for model in tests/finder/KeplerPlane.mo tests/finder/SphericalPendulum.mo bench/HeavyTop.mo; do
        same $model --find-invariants --quiet --rtol $rtol --method dop853 --stop 40 --points 5
    done
    same "$work/Wall.mo" --find-invariants --quiet --rtol $rtol --method dop853 --stop 100 --points 5
done
same models/Pendulum.mo --rtol 1e-10 --method taylor --max-step 0.05
same models/Pendulum.mo --rtol 1e-10 --method taylor --start 5 --stop 0
same models/Pendulum.mo --rtol 1e-10 --method taylor --norm-size end --safety 0.5
same models/KeplerOrbit.mo --rtol 1e-9 --method taylor --metric euclidean --points 100
# Steps that pass no front coast, those that may pass one do not.
cat >"$work/Fronts.mo" <<'END'
model Fronts "a pendulum that gets a push where it passes x = 0, over a short way"
  parameter Real e = 1e-6;
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x + 0.1*e/(x^2 + e^2);
  der(der(y)) = -F*y - 1;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 20));
end Fronts;
END
for rtol in 1e-5 1e-9; do
    same bench/CarAxis.mo --rtol $rtol --method dop853
    same "$work/Fronts.mo" --rtol $rtol --method dop853
    same "$work/Fronts.mo" --rtol $rtol --method taylor
done
# Points that are refined coast, steps at the edge of stability, and steps in which exponentials change.
for rtol in 1e-1 3e-2 1e-2 1e-3 1e-4 1e-6; do
    same bench/TransistorAmplifier.mo --rtol $rtol --points 1
    same bench/TransistorAmplifier.mo --rtol $rtol --points 30 --method dop853
done
# An arrival that is long is made in the middle of a run.
same models/AndrewsSqueezer.mo --rtol 1e-9 --method dop853 --max-step 2e-5 --points 3
echo "$runs runs are the same"

# That steps coast at all: a step of constant size never does, and takes twice the instructions.
# instructions STOP WORDS: of a run of the pendulum
instructions() {
    stop=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/involute" run "$source/models/Pendulum.mo" --quiet \
        --evaluator jit --method dop853 --points 1 --stop "$stop" "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    sed -n 's/.*Collected : //p' "$work/log"
}
# steps STOP: of the run at 1e-8
steps() {
    "$build/involute" run "$source/models/Pendulum.mo" --evaluator jit --method dop853 --points 1 --stop "$1" --rtol 1e-8 --json |
        sed -n 's/^ *"steps": \([0-9][0-9]*\),.*/\1/p'
}
if grep -q '^INVOLUTE_\(SANITIZE\|TSAN\):[A-Z]*=ON' "$build/CMakeCache.txt" || ! command -v valgrind >/dev/null ||
    [ "$(uname -m)" != x86_64 ]; then
    echo "no instructions are counted here: nothing says that steps coast"
    exit $failed
fi
awk -v a="$(instructions 20 --rtol 1e-8)" -v b="$(instructions 40 --rtol 1e-8)" -v m="$(steps 20)" -v n="$(steps 40)" \
    -v c="$(instructions 20 --step 0.05)" -v d="$(instructions 40 --step 0.05)" 'BEGIN {
        calm = (b - a)/(n - m); usual = (d - c)/400
        printf "a step that may coast takes %.0f instructions, one that may not %.0f\n", calm, usual
        if (!(calm > 0 && calm < 0.65*usual)) { print "check_coast: steps do not coast"; exit 1 }
    }' || failed=1
exit $failed
