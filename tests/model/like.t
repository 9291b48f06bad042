// What --like sets, and that options which are given win, wherever they stand.
----
involute run $ROOT/models/RigidBody.mo --like 000 --stop 5 --json
----
status 0
"method": "dopri54"
"atol": 1
"metric": "euclidean"
"project": "stages"
"constraint_bound": null
"newton": "inexact"
"newton_start": "initialized"
"newton_forcing": "squared"
"newton_first_epsilon": 0.01
"newton_test": "hybrid"
"newton_tolerance": 9.99
"newton_relative": 1
"newton_first_test": "relative"
"controller": "elementary"
"advance": "low"
"estimate": "retracted"
"norm": "rms"
"by": "arclength"
====
----
involute run $ROOT/models/RigidBody.mo --newton-test round-off --by time --like 000 --stop 5 --json
----
status 0
"constraint_bound": 4.0
"newton": "inexact"
"newton_test": "round-off"
"by": "time"
====
// A bound that is given holds, and the paper's test cannot keep it.
----
involute run $ROOT/models/MagneticParticle.mo --like 000 --constraint-bound 4 --rtol 1e-5
----
status 4
units of round-off; the bound is 4
====
----
involute run $ROOT/models/SpringMassChain.mo --like 001 --rtol 1e-5 --stop 5 --json
----
status 0
"ambient": "first-order"
"newton": "simplified"
"newton_start": "stage"
"newton_test": "sum"
"step_size": "given"
"controller": "richardson"
"pi_power": 0.0
"advance": "low"
"norm": "length"
"by": "time"
====
----
involute run $ROOT/models/RigidBody.mo --like 002 --stop 1 --json
----
status 0
"method": "rk4"
"retraction": "radial"
"newton_test": "round-off"
====
----
involute run $ROOT/models/FourBar.mo --like 003 --stop 1 --json
----
status 0
"newton": "exact"
"newton_start": "curvature"
"newton_test": "move"
"newton_tolerance": 9.99
"jacobian": "third"
"by": "arclength"
====
----
involute run $ROOT/models/Pendulum.mo --like 004 --rtol 1e-3 --stop 1 --json
----
status 0
"method": "euler"
"newton": "exact"
"newton_start": "previous"
"newton_test": "move"
"newton_tolerance": 0.01
"jacobian": "third"
"controller": "halving"
"norm": "length"
"by": "arclength"
====
// A tolerance alone means the test of the moves.
----
involute run $ROOT/models/Pendulum.mo --newton-tolerance 1e-9 --stop 1 --json
----
status 0
"constraint_bound": null
"newton_test": "move"
"newton_tolerance": 1
====
----
involute run $ROOT/models/Pendulum.mo --newton-test hybird
----
status 2
option --newton-test: unknown value 'hybird'; did you mean 'hybrid'? It takes one of: auto round-off hybrid move sum
====
// The largest error is never below the mean, which a coordinate without error makes smaller.
model Oscillators
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 1000, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
  der(z) = 0;
end Oscillators;
----
steps() { involute run MODEL --norm $1 --method dopri54 --stop 20 --json | sed -n 's/.*"steps": \([0-9]*\),/\1/p'; }; test $(steps rms) -lt $(steps max) && echo more steps
----
status 0
more steps
====
// The whole step of step doubling goes on, and the limit of a retraction's move is an option.
----
involute run $ROOT/models/Pendulum.mo --method rk4 --advance low --max-move 2 --stop 1 --json
----
status 0
"controller": "richardson"
"max_move": 2.0
"advance": "low"
====
// Before the first move the relative part of the paper's test counts: short steps need no iteration (table 9 of 000: 0).
----
for t in relative absolute; do involute run $ROOT/models/MagneticParticle.mo --like 000 --newton exact --advance high --step 0.01 --newton-first-test $t --json; done | grep newton_max
----
status 0
"newton_max": 0
"newton_max": 1
====
// A share of the square of the residual: long iterations that solve nothing (table 6 of 000: 26); a share of the residual needs 8.
----
for f in squared linear; do involute run $ROOT/models/PlugFlow.mo --like 000 --method euler --step 0.1 --newton-forcing $f --json; done | grep newton_max
----
status 0
"newton_max": 26
"newton_max": 8
====
// The first step of an exact iteration by conjugate gradients is lost where residuals are large (table 5 of 000: 2, with INIT 3).
----
for e in 0.01 0; do involute run $ROOT/models/PlugFlow.mo --like 000 --newton exact --method euler --step 0.1 --newton-first-epsilon $e --json; done | grep newton_max
----
status 0
"newton_max": 3
"newton_max": 2
====
// Euler's method under the elementary control doubles its steps (table 9 of 000: 1596 steps without the last, 10 rejected).
----
involute run $ROOT/models/MagneticParticle.mo --like 000 --newton exact --method euler --rtol 1e-5 --first-step 0.01 --json
----
status 0
"steps": 1597
"rejected": 10
"rejections": 10
====
// From the printed start, rounded as it is (table 11 of 000: 53 steps without the last); the last step is tried as it is, or cut before.
----
for s in whole cut; do involute run $ROOT/models/MagnetoHydrodynamics.mo --like 000 --set factor=24 --ambient full --newton exact --rtol 1e-7 --first-step 0.05 --max-growth 2.5 --start-point "y1=1,y2=1,y3=1,v1=0.4,v2=0.5,v3=0.6,der(v1)=0,der(v2)=0.3333,der(v3)=4" --stop-step $s --json; done | grep '"steps": [0-9]'
----
status 0
"steps": 54,
"steps": 55,
====
// The point that is given is brought onto the constraints, and a name that is none is refused.
----
involute run $ROOT/models/RigidBody.mo --start-point 'y[1]=0.6,y[2]=0,y[3]=0.8000001' --stop 0.1 --points 1 --output - --quiet && involute run $ROOT/models/RigidBody.mo --start-point z=1
----
status 2
0,0.5999999
error: --start-point: 'z=1' is not NAME=VALUE for one of the 3 coordinates
!ledger
====
// 'written' is the list of the start values that the model gives, moved by nothing: the first Newton iteration has the whole way to go.
model Written
  parameter Real r = 0.9;
  Real x(start = 0.6), y(start = r), v(start = 0.2), w(start = 0.1), F;
equation
  der(x) = v;
  der(y) = w;
  der(v) = -F*x;
  der(w) = -F*y - 1;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 1, Tolerance = 1e-6));
end Written;
----
run() { involute run MODEL --like 000 --points 3 --output - --quiet --set r=0.95 "$@"; }; run --start-point x=0.6,y=0.95,v=0.2,w=0.1 >list.csv && run --start-point written >written.csv && cmp list.csv written.csv && run >moved.csv && ! cmp -s moved.csv written.csv && echo the same as the list
----
status 0
the same as the list
