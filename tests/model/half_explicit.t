// The wind pendulum with its hidden constraints as they are printed, without the derivatives of l: their
// residuals could all be kept, and the solution would be wrong.
model WindPendulum
  parameter Real m = 2, g = 9.78;
  Real x(start = 0, fixed = true), y(start = -2), v(start = 0, fixed = true), w, lambda;
  Real l = 0.5 + 0.03*(50 - time), alpha = 1 - 0.04*time;
equation
  der(x) = v;
  der(y) = w;
  m*der(v) = -2*x*lambda + m*alpha;
  m*der(w) = -2*y*lambda - m*g;
  x^2 + y^2 = l^2;
  2*x*v + 2*y*w = 0;
  2*v^2 + 2*w^2 + 2*x*alpha - 4/m*l^2*lambda - 2*g*y = 0;
  annotation(experiment(StopTime = 50));
end WindPendulum;
----
involute run MODEL --like 001 --method kutta3 --step 0.02
----
status 1
2*x*v + 2*y*w = 0 (model.mo:13)
the derivative of x^2 + y^2 = l^2 (model.mo:12)
contradict each other
====
// What --like 001 sets, and that other options win.
----
involute run $ROOT/models/PendulumHidden.mo --safety 0.7 --like 001 --newton exact --stop 0.1 --json
----
status 0
"ambient": "first-order"
"retraction": "chart"
"project": "stages"
"difference_step": 1e-13
"newton": "exact"
"newton_start": "stage"
"newton_test": "sum"
"controller": "richardson"
"safety": 0.69999
"pi_power": 0.0
"advance": "low"
"norm": "length"
"norm_over": "written"
====
// A Newton test that is too loose is caught by the constraint bound, which --like 001 lifts.
----
involute run $ROOT/models/PendulumHidden.mo --like 001 --rtol 1e-4 --newton-tolerance 1e-3 --constraint-bound 4 --stop 1
----
status 4
units of round-off; the bound is 4
====
----
involute run $ROOT/models/PendulumHidden.mo --retraction chart --stage-derivative secant --stop 1
----
status 2
error: --stage-derivative secant requires --project stages: without it, all stages have the slope of the first one
====
// Step doubling: the two half steps go on, or the whole step, which errs 16 times as much.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
for a in high low; do involute run MODEL --method rk4 --controller richardson --advance $a --rtol 1e-6 --max-step 0.25 --json | awk '/"x":/ { sub(/,/, "", $2); print $2 - exp(-1) }'; done | awk 'NR == 1 { high = $1 } NR == 2 { print ($1/high > 12 && $1/high < 20 ? "16 times" : $1/high) }'
----
status 0
16 times
====
// The multiplier of a pendulum changes faster than its position; its error counts when asked for.
----
for a in differential written; do involute run $ROOT/models/Pendulum.mo --ambient first-order --retraction chart --norm-over $a --rtol 1e-6 --atol 1e-6 --stop 20 --json | awk '/"steps":/ && ++n == 2 { sub(/,/, "", $2); print $2 }'; done | awk 'NR == 1 { least = $1 } NR == 2 { print ($1 > least ? "more steps" : "no more") }'
----
status 0
more steps
====
// A smallest step size, with the reason.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
end M;
----
involute run MODEL --stop 2 --min-step 0.01 --controller pid
----
status 3
--min-step is 0.01: the equations of the implicit step were not solved
====
// Where Newton begins: the stage before is nearer than the beginning of the step, where the step led to is nearest.
----
for s in plain stage previous; do involute run $ROOT/models/PendulumHidden.mo --method rk4 --step 0.02 --stop 2 --retraction chart --project stages --ambient first-order --newton-start $s --json | awk '/"newton_average"/ { sub(/,/, "", $2); print $2 }'; done | awk 'NR > 1 { print ($1 > last + 0.5 ? "more iterations" : "no more") } { last = $1 }'
----
status 0
more iterations
more iterations
====
// A step is rejected where its retraction moves the point by more than is allowed.
----
for m in 10 0.01; do involute run $ROOT/models/Pendulum.mo --rtol 1e-3 --method bs32 --max-move $m --json | awk '/"rejected"/ { sub(/,/, "", $2); print $2 }'; done | awk 'NR == 1 { least = $1 } NR == 2 { print ($1 > 1.5*least ? "more rejected" : "no more") }'
----
status 0
more rejected
