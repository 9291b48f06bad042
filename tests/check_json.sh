#!/bin/sh
# What --json prints, for runs of all kinds, fits docs/reference/summary.schema.json, which knows every field.
# SPDX-License-Identifier: BSD-3-Clause
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
PATH=$(cd "${INVOLUTE_BUILD:-$root/build-test}" && pwd):$PATH
command -v python3 >/dev/null || { echo "skipped: there is no python3"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >ball.mo <<'END'
model Ball
  parameter Real g = 9.81;
  Real h(start = 1, fixed = true, unit = "m", displayUnit = "cm"), v(start = 0, fixed = true, unit = "m/s");
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(v, -0.7*pre(v));
  end when;
  annotation(experiment(StopTime = 1));
end Ball;
END
cat >fold.mo <<'END'
model Fold
  Real x(start = 1, fixed = true);
equation
  2*x*der(x) = -1;
end Fold;
END
cat >pole.mo <<'END'
model Pole
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
  annotation(experiment(StopTime = 2));
end Pole;
END
cat >end.mo <<'END'
model End
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 0.5, "x is large");
end End;
END
cat >twice.mo <<'END'
model Twice
  Real x(start = 0.5), y(start = 0.8), z;
equation
  der(x) = y;
  x^2 + y^2 = 1;
  2*x^2 + 2*y^2 = 2;
  z = x;
end Twice;
END
printf 'model Wrong\n  Real x;\nequation\n  x = ;\nend Wrong;\n' >wrong.mo
printf 'model Few\n  Real x, y;\nequation\n  der(x) = y;\nend Few;\n' >few.mo

number=0
json() { # exit status, arguments
    expected=$1
    shift
    number=$((number + 1))
    status=0
    involute "$@" --json >"$number.json" 2>messages || status=$?
    [ "$status" = "$expected" ] || { cat messages; echo "check_json: exit status $status of: involute $*"; exit 1; }
}
json 0 run Pendulum
json 0 run Pendulum --method radau --retraction orthogonal --rtol 1e-5
json 0 run FourBar --stop 1
json 0 run FourBarEnergy --stop 1
json 0 run ball.mo --output ball.csv --points 20
json 0 run ball.mo --event-list 1 --plot ball.svg --report ball.html --steps-output steps.csv
json 0 run Pendulum --section x --section-output cut.csv
json 3 run fold.mo --stop 3
json 3 run fold.mo --at-impasse stop --by arclength --stop 3
json 0 run fold.mo --length 1
json 0 run PlugFlow --by arclength --stop 1
json 3 run pole.mo
json 3 run end.mo
json 3 run Pendulum --max-steps 3
json 4 run Pendulum --retraction none --step 0.01 --constraint-bound 4
json 0 run Pendulum --retraction none --stop 1
json 3 run Parallelogram --stop 5
json 0 run Pendulum --like 003 --stop 1
json 1 run wrong.mo
json 1 run few.mo
json 2 run Pendulum --stopp 1
json 2 run Pendulum --rtol big
json 5 run missing.mo
json 0 check Pendulum
json 1 check wrong.mo
json 0 analyze Pendulum
json 0 analyze FourBar
json 0 analyze twice.mo
json 0 analyze IndexTwo
json 0 analyze AkzoNobel
json 1 analyze few.mo
json 0 linearize Pendulum --at steady --outputs x
json 0 linearize FourBar --at 0.3
json 1 linearize few.mo
json 0 steady Pendulum
json 0 run Pendulum --verify --certify --points 5
json 0 invariants KeplerOrbit
json 0 invariants Robertson
json 1 invariants few.mo
json 1 steady KeplerOrbit
json 0 sweep Pendulum --over g=9,10 --output sweep.csv
json 1 sweep Pendulum --over L=0.5,1 --output sweep.csv
json 2 sweep Pendulum --over L=0.5 --output sweep.txt
json 0 reproduce 000-figure-7
cp "$root/docs/reference/summary.schema.json" .
# The files beside results.
for side in *.csv.json; do [ -f "$side" ] && cp "$side" side.json; done
python3 "$root/tests/validate_json.py" summary.schema.json [0-9]*.json $(ls side.json 2>/dev/null) || exit 1
# The validator itself refuses what is not in the schema, and what is missing or of another type.
sed 's/"stopped_by"/"stopped"/' 1.json >renamed.json
sed 's/"index": 3/"index": "three"/' 1.json >retyped.json
for file in renamed.json retyped.json; do
    if python3 "$root/tests/validate_json.py" summary.schema.json $file >/dev/null; then
        echo "check_json: $file should not pass"
        exit 1
    fi
done
