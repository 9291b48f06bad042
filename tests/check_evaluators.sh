#!/bin/sh
# The interpreter, machine code and compiled code give the same bits: results of models of all kinds, row by row.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME="$work/cache"
failed=0
command -v cc >/dev/null || { echo "there is no cc: evaluators are not compared"; exit 0; }

# evaluate EVALUATOR WORDS: rows, and what has evaluated in $work/evaluator
evaluate() {
    evaluator=$1
    shift
    (cd "$source" && "$build/involute" run "$@" --evaluator "$evaluator" --output "$work/$evaluator.csv" --json) \
        >"$work/json" 2>"$work/messages" || { cat "$work/messages"; echo "check_evaluators: $* fails"; exit 1; }
    if grep -q 'not compiled by cc' "$work/messages"; then
        cat "$work/messages"
        failed=1
    fi
    sed -n 's/.*"evaluator": "\(.*\)".*/\1/p' "$work/json" >"$work/evaluator"
}

# named EVALUATOR NAME WORDS: the settings name what has evaluated
named() {
    [ "$(cat "$work/evaluator")" = "$2" ] && return
    echo "check_evaluators: --evaluator $1 is called $(cat "$work/evaluator"), not $2: $*"
    failed=1
}

# same WORDS: of a run
same() {
    evaluate interpreter "$@"
    named interpreter interpreter "$@"
    for other in jit cc; do
        evaluate $other "$@"
        cmp "$work/interpreter.csv" "$work/$other.csv" || { echo "check_evaluators: $* differs with $other"; failed=1; }
        case $other$(uname -m) in
        jitx86_64 | jitaarch64) named jit jit "$@" ;;
        jit*) ;; # a processor without machine code
        cc*) named cc cc "$@" ;;
        esac
    done
    echo "$1: $(wc -l <"$work/interpreter.csv") rows, $(cat "$work/evaluator")"
}

same models/Pendulum.mo --rtol 1e-10 --every 0.05
same models/AndrewsSqueezer.mo
same models/FourBar.mo --method dop853
same models/Chain6.mo --every 0.01
same models/AkzoNobel.mo
same models/BouncingBall.mo
same models/FrictionOscillator.mo
same models/KeplerEnergy.mo --method rk4 --step 0.01
same bench/TransistorAmplifier.mo
same models/LinearCircuit.mo
same models/EulerTop.mo --method taylor
same models/CircularTrack.mo
same models/Parallelogram.mo
same models/LotkaVolterra.mo

# In a longer run, and without any folder to compile in.
evaluate interpreter models/Pendulum.mo --stop 30000 --points 100
evaluate auto models/Pendulum.mo --stop 30000 --points 100
cmp "$work/interpreter.csv" "$work/auto.csv" || failed=1
echo "a long run: $(cat "$work/evaluator")"
export XDG_CACHE_HOME=/dev/null HOME=/dev/null
evaluate jit models/Pendulum.mo
(cd "$source" && "$build/involute" run models/Pendulum.mo --evaluator cc --output "$work/cc.csv") >"$work/json" 2>"$work/messages"
cmp "$work/jit.csv" "$work/cc.csv" || failed=1
grep -q 'no folder for compiled code' "$work/messages" || { echo "check_evaluators: nothing is said where there is no folder"; failed=1; }
exit $failed
