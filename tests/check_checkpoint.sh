#!/bin/sh
# A run with checkpoints that is killed (-9) at random moments, again and again, and resumed each time
# ends with the same bytes as one that was left alone: rows, steps, crossings, and the summary but for
# times and what evaluated. check_checkpoint.sh [KILLS [SEED]]: so many kills in all (default: a few).
# SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
PATH=$build:$PATH
kills=${1:-12}
seed=${2:-1}
work=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill -KILL $pid 2>/dev/null || :; rm -rf "$work"' EXIT
cd "$work"
fail() { echo "check_checkpoint: $*"; ls -l; exit 1; }

cat >switches.mo <<'MODEL'
model Switches "modes, discrete values, clocks and a jump of the state"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), y(start = 0, fixed = true);
  discrete Real gain(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -gain*x + (if y > 0.3 then -0.2*v else 0.1*cos(time));
  der(y) = if x > 0 then 1 - y else -y;
  when sample(0.5, 0.7) then
    gain = 1 + 0.5*sin(time);
    n = pre(n) + 1;
  end when;
  when v < -0.9 then
    reinit(v, 0.5*v);
  end when;
end Switches;
MODEL
cat >stiff.mo <<'MODEL'
model Stiff "method auto changes the method"
  Real x(start = 2, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 1000*(1 - x^2)*v - x;
end Stiff;
MODEL
cat >fold.mo <<'MODEL'
model Fold "the solution turns back in time"
  Real y(start = 1, fixed = true), z(start = 0, fixed = true);
equation
  2*y*der(y) = -1;
  der(z) = y*cos(z);
end Fold;
MODEL

# The whole command of a case; $1: its number.
command_of() {
    case $1 in
    0) echo Pendulum --stop 400 --method taylor --rtol 1e-10 --checkpoint-steps 100 ;;
    1) echo Pendulum --stop 400 --method dop853 --rtol 1e-9 --section x --section-output s.csv --checkpoint-steps 200 ;;
    2) echo switches.mo --stop 150 --steps-output t.csv --checkpoint-steps 40 ;;
    3) echo stiff.mo --stop 4000 --rtol 1e-7 --checkpoint-steps 60 ;;
    4) echo Pendulum --stop 30 --method radau --rtol 1e-8 --checkpoint-steps 20 ;;
    5) echo BouncingBall --checkpoint-steps 2 ;;
    6) echo switches.mo --stop 60 --method radau --set gain=2 --checkpoint-steps 30 ;;
    7) echo KeplerOrbit --stop 300 --method dopri54 --steps --output a.dat --checkpoint-steps 300 ;;
    8) echo Pendulum --stop 20 --method rk4 --step 0.001 --checkpoint-steps 1000 ;;
    9) echo fold.mo --stop 3 --by arclength --length 4 --max-step 0.001 --checkpoint-steps 150 ;;
    *) return 1 ;;
    esac
}
enough=10
words() { grep -v '_seconds"\|"command"\|"evaluator"' "$1"; }
kept() { for f in a.csv a.dat s.csv t.csv summary; do [ ! -e $f ] || { echo $f; words $f; }; done; }
start() { # further options; it has no other child, which could be killed instead
    # shellcheck disable=SC2086
    involute run $command $output --checkpoint c --checkpoint-every 0 --no-side-file --json "$@" >summary 2>errors
}
random() { # below $1
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    echo $((seed / 65536 % $1))
}

done_kills=0
case_number=0
resumed=0
while [ "$done_kills" -lt "$kills" ] || [ $case_number -lt $enough ]; do
    number=$((case_number % enough))
    saved=$case_number
    case_number=$number
    output='--output a.csv'
    command=$(command_of $number)
    case $command in *--output*) output= ;; esac
    rm -f a.* s.csv* t.csv* c summary
    began=$(date +%s%N)
    start || [ $? = 3 ] || { cat errors; fail "case $number fails"; }
    took=$((($(date +%s%N) - began) / 1000000))
    [ -s c ] || fail "case $number wrote no checkpoint"
    kept >expected
    rm -f a.* s.csv* t.csv* c summary
    while :; do
        set --
        [ ! -e c ] || { set -- --resume c; resumed=$((resumed + 1)); }
        start "$@" &
        pid=$!
        wait_ms=$(random $((took + 20)))
        sleep "$(printf '%d.%03d' $((wait_ms / 1000)) $((wait_ms % 1000)))"
        kill -KILL "$(cat /proc/$pid/task/$pid/children 2>/dev/null | cut -d' ' -f1)" 2>/dev/null || kill -KILL $pid 2>/dev/null || :
        status=0
        wait $pid 2>/dev/null || status=$?
        pid=
        [ $status -gt 100 ] || break
        done_kills=$((done_kills + 1))
        [ $((done_kills % 4)) != 0 ] || { # enough of this case: let it end
            set --
            [ ! -e c ] || { set -- --resume c; resumed=$((resumed + 1)); }
            status=0
            start "$@" || status=$?
            break
        }
    done
    [ $status = 0 ] || [ $status = 3 ] || { cat errors; fail "case $number does not resume"; }
    kept >found
    cmp expected found || { diff expected found | head -20; fail "case $number, resumed, is not what it was"; }
    case_number=$((saved + 1))
done
echo "$done_kills runs were killed, $resumed resumed: the same bytes"
