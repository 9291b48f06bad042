#!/bin/sh
# A result can be repeated from its side file alone: the command in FILE.csv.json, run in a
# fresh folder, gives the same bytes. SPDX-License-Identifier: BSD-3-Clause
set -eu
source=${INVOLUTE_SOURCE:-$(cd "$(dirname "$0")/.." && pwd)}
build=$(cd "${INVOLUTE_BUILD:-$source/build-test}" && pwd)
command -v python3 >/dev/null || { echo "skipped: there is no python3 to read JSON"; exit 0; }
PATH=$build:$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0

value() { # file key
    python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))[sys.argv[2]])' "$1" "$2"
}

again() { # output: in the folder first/, written by the last command
    rm -rf "$work/second"
    mkdir "$work/second"
    value "$work/first/$1.json" command >"$work/command"
    (cd "$work/second" && sh "$work/command") </dev/null >"$work/log" 2>&1 || {
        cat "$work/command" "$work/log"
        echo "check_repeat: the command of $1.json failed"
        exit 1
    }
    cmp "$work/first/$1" "$work/second/$1" || { cat "$work/command"; exit 1; }
    rows=$(value "$work/first/$1.json" rows)
    [ "$rows" = $(($(wc -l <"$work/first/$1") - 1)) ] || { echo "check_repeat: rows is $rows"; exit 1; }
    count=$((count + 1))
}

mkdir -p "$work/first/a folder"
cd "$work/first"
cat >"a folder/my model.mo" <<'MODEL'
model M
  parameter Real 'a b' = 1, L = 2;
  input Real u;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -'a b'*x + u;
  der(y) = L*x;
  annotation(experiment(StopTime = 3));
end M;
MODEL
printf 'time,u\n0,1\n3,2\n' >'in put.csv'
involute run 'a folder/my model.mo' --set "'a b' = 3" --set L=0.1 --input='in put.csv' --every 0.01 \
    --output "it's \"one\" \$HOME.csv" --quiet
again "it's \"one\" \$HOME.csv"
involute run Pendulum --rtol 1e-9 --columns 'x,der(v?)' --output gallery.csv --quiet
again gallery.csv
printf 'model END\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend\nEND\n;' |
    involute run - --output standard.csv --quiet
again standard.csv

# A run that stops, and one that is interrupted, have side files, too.
printf 'model Pole\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x^2;\nend Pole;\n' >pole.mo
if involute run pole.mo --stop 2 --output pole.csv --quiet 2>/dev/null; then
    echo "check_repeat: the run through a pole ends well"
    exit 1
fi
[ "$(value pole.csv.json status)" = stopped ] || { echo "check_repeat: pole.csv.json is not of a stopped run"; exit 1; }
printf 'model Long\n  Real x(start = 1, fixed = true), y(start = 0);\nequation\n  der(x) = y;\n  der(y) = -x;\nend Long;\n' >long.mo
involute run long.mo --stop 1e9 --max-steps 1000000000 --steps --output long.csv --quiet 2>/dev/null &
pid=$!
sleep 1
kill -INT $pid
code=0
wait $pid || code=$?
[ $code = 130 ] || { echo "check_repeat: status $code after an interrupt"; exit 1; }
[ "$(value long.csv.json stopped_by)" = interrupt ] || { echo "check_repeat: long.csv.json is not of an interrupted run"; exit 1; }
[ "$(value long.csv.json rows)" = $(($(wc -l <long.csv) - 1)) ] || { echo "check_repeat: rows of long.csv.json"; exit 1; }
echo "$count runs repeated"
