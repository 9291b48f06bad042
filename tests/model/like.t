// What --like sets, and that options which are given win, wherever they stand.
----
involute run $ROOT/models/RigidBody.mo --like 000 --stop 5 --json
----
status 0
"method": "dopri54"
"newton": "inexact"
"newton_start": "initialized"
"newton_test": "hybrid"
"newton_tolerance": 9.99
"newton_relative": 1
"project": "stages"
"metric": "euclidean"
"by": "arclength"
"controller": "elementary"
"advance": "high"
"estimate": "retracted"
"norm": "rms"
"atol": 1
"constraint_bound": null
====
----
involute run $ROOT/models/RigidBody.mo --newton-test round-off --by time --like 000 --stop 5 --json
----
status 0
"newton": "inexact"
"newton_test": "round-off"
"by": "time"
"constraint_bound": 4.0
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
"newton": "simplified"
"newton_start": "stage"
"newton_test": "sum"
"ambient": "first-order"
"by": "time"
"controller": "richardson"
"advance": "low"
"norm": "length"
"pi_power": 0.0
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
"jacobian": "third"
"newton_test": "move"
"newton_tolerance": 9.99
"by": "arclength"
====
----
involute run $ROOT/models/Pendulum.mo --like 004 --rtol 1e-3 --stop 1 --json
----
status 0
"method": "euler"
"newton": "exact"
"newton_start": "previous"
"jacobian": "third"
"newton_test": "move"
"newton_tolerance": 0.01
"by": "arclength"
"controller": "richardson"
"norm": "length"
====
// A tolerance alone means the test of the moves.
----
involute run $ROOT/models/Pendulum.mo --newton-tolerance 1e-9 --stop 1 --json
----
status 0
"newton_test": "move"
"newton_tolerance": 1
"constraint_bound": null
====
----
involute run $ROOT/models/Pendulum.mo --newton-test hybird
----
status 2
option --newton-test: there is no 'hybird'; did you mean 'hybrid'? It takes one of: auto round-off hybrid move sum
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
"advance": "low"
"max_move": 2.0
