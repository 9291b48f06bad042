// Runs: how they end, what they print and write, and which settings do not go together.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -1 - sqrt(x);
end M;
----
involute run MODEL --output a.csv --every 0.25; s=$?; cat a.csv; exit $s
----
status 3
error: t = 0.6137
der(x), determined by der(x) = -1 - sqrt(x) (model.mo:5), has no finite value there. Check the domains of the functions in it, or stop earlier
M: stopped at t = 0.6137
3 rows in a.csv
time,x,der(x)
0,1,-2
0.25,
0.5,
!nan
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -1 - sqrt(x);
end M;
----
involute run MODEL --step 0.01 --quiet
----
status 3
error: t = 0.61: with the step 0.01, der(x), determined by der(x) = -1 - sqrt(x) (model.mo:4), has no finite value there
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -1 - sqrt(x);
end M;
----
involute run MODEL --json 2>/dev/null
----
status 3
{
"model": "M",
"status": "stopped",
"error": {
"code": "E_DOMAIN",
"message": "t = 0.6137
"where":
"t": 0.6137
"stopped_by": "step-size",
"t": 0.6137
"final": {
"x":
"settings": {
"statistics": {
"ledger": {
!nan
!inf
====
// A model that is wrong gives an object with the error and nothing computed.
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1/x;
end M;
----
involute run MODEL --json 2>/dev/null
----
status 1
"model": "M",
"status": "failed",
"error": {
"code": "E_INCONSISTENT",
"message": "der(x) = 1/x
"where": "model.mo:5",
"t": null
!"final"
====
// Blow-up in finite time: the step size says where.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
end M;
----
involute run MODEL --stop 2 --quiet --method dop853
----
status 3
error: t = 1.0000
the step size fell to
x grows without bound near t = 1 (
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
end M;
----
involute run MODEL --stop 2 --min-step 0.01
----
status 3
error: t = 0.9
the step size fell to 0.00
M: stopped at t = 0.9
(step-size)
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
end M;
----
involute run MODEL --stop 2 --max-steps 5 --output a.csv
----
status 3
5 steps did not reach the stop time 2; the last step was
Raise --max-steps
(max-steps)
rows in a.csv
====
// The coefficient of the highest derivative vanishes on the way, where the solution turns back.
model M
  Real x(start = 1, fixed = true);
equation
  x*der(x) = -1;
end M;
----
involute run MODEL --stop 2
----
status 3
error: t = 0: the solution turned back at t = 0.4999
has come back to the start time without reaching the stop time 2
M: stopped at t = 0 (impasse)
====
model M
  Real x(start = 2, fixed = true), y(start = 0, fixed = true);
equation
  (1 - time)*der(x) + der(y) = 1;
  (1 - time)*der(x) + 2*der(y) = time;
end M;
----
involute run MODEL --stop 2 --step 0.125
----
status 3
error: t = 0.875: with the step 0.125, 2 equations, among them (1 - time)*der(x) + 2*der(y) = time (model.mo:5), can no longer be solved for der(y): their matrix becomes singular
Stop before it
M: stopped at t = 0.875 (singular)
====
// An implicit equation runs into the fold of its solution set.
model M
  Real y(start = 0.9, fixed = true);
equation
  der(y)^2 + y^2 + time^2 = 1;
end M;
----
involute run MODEL --stop 2
----
status 3
note: the start values are a critical point of the equations, or outside their domain; took the branch with der(y) = 0.43589
error: t = 0: the solution turned back at t = 0.24518
note: t = 0.24518
a fold: dt/ds changes its sign
====
// A step much too large for the retraction.
model Pendulum
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute run MODEL --stop 20 --step 2
----
status 3
error: t = 0: with the step 2, the retraction stalled at a residual of
in x^2 + y^2 = 1 (model.mo:7). Try a smaller --step
====
model M
  Real x(start = 1, fixed = true, min = 0.5), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
end M;
----
involute run MODEL --stop 3 --points 300
----
status 0
warning: t = 1.0
x = 0.49
is outside its range from 0.5 to inf
M: done at t = 3 (stop-time)
====
// Each variable is told once.
model M
  Real x(start = 1, fixed = true, min = 0.5, max = 0.9), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
end M;
----
involute run MODEL --stop 30 2>&1 | grep -c warning
----
status 0
1
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --stop -1 --points 2 --output -
----
status 0
time,x,der(x)
0,1,-1
-0.5,1.6487
-1,2.7182
====
// No time at all: the initial point.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --start 5 --stop 5 --output a.csv --quiet && cat a.csv && wc -l < a.csv
----
status 0
time,x,der(x)
5,1,-1
2
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --points 200000 --output a.csv --quiet && wc -l < a.csv && tail -n 1 a.csv | cut -d, -f1
----
status 0
200002
1
====
// The last row is not lost to round-off: 3*0.1 > 0.3.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --every 0.1 --stop 0.3 --output - | tail -n 1
----
status 0
0.29999999999999999,0.7408
====
// A constant step that does not divide the interval: the last one is shorter.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --step 0.3 --steps --output - | cut -d, -f1
----
status 0
time
0
0.29999999999999999
0.59999999999999998
0.89999999999999991
1
====
// Names in the header are those of the model; a comma or a quote in them is quoted.
model M
  Real 'a,b'(start = 1, fixed = true), 'q"t', x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real z(start = 0, fixed = true);
equation
  der('a,b') = -'q"t';
  'q"t' = x;
  der(x) = v;
  der(v) = -x;
  der(der(z)) = 0;
initial equation
  der(z) = 2;
end M;
----
involute run MODEL --points 1 --output -
----
status 0
time,"'a,b'","'q""t'",x,v,z,"der('a,b')",der(v),der(z),der(der(z))
0,1,1,1,0,0,-1,-1,2,0
====
model Pendulum
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute run MODEL --points 1 --output - 2>/dev/null | wc -l; involute run MODEL --json 2>/dev/null | sed -n '1p;$p'; involute run MODEL --quiet 2>&1 | wc -c
----
status 0
3
{
}
0
!note
!Pendulum
====
model Pendulum
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute run MODEL --direction explicit
----
status 2
error: --direction explicit: 3 of the 3 highest derivatives occur in blocks of equations that must be solved together; use square
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --method rk4 --step 0.1 --advance low --output a.csv
----
status 2
error: --advance low needs an embedded pair, and rk4 has none; use --controller richardson, which then continues from the whole step
no file a.csv
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --method rk4 --controller pi
----
status 2
error: --controller pi needs an embedded pair, and rk4 has none; use richardson or elementary, or a constant --step
====
----
involute run MODEL --method nosuch
----
status 2
error: option --method: unknown value 'nosuch'; it takes one of: auto euler
====
----
involute run MODEL --retraction orthogonall
----
status 2
error: option --retraction: unknown value 'orthogonall'; did you mean 'orthogonal'?
====
----
involute run MODEL --stop nan
----
status 2
error: option --stop: 'nan' is not a number; it takes a finite number
====
----
involute run MODEL --every -1
----
status 2
error: option --every: '-1' is out of range; it takes a number greater than 0
====
----
involute run MODEL --points 0
----
status 2
error: option --points: '0' is out of range; it takes a whole number from 1 to 100000000
====
----
involute run MODEL --constraint-bound 1e-3
----
status 2
error: option --constraint-bound: '1e-3' is out of range; it takes a number of at least 1
====
----
involute run MODEL --rtol 1e-6x
----
status 2
error: option --rtol: '1e-6x' is not a number; it takes a number from 1e-15 to 1
====
// Only what was given is told.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute run MODEL --min-step 1 --max-step 0.1
----
status 2
error: --min-step 1
--max-step 0.1
!nan
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  annotation(__involute(solver(method = "rk5")));
end Decay;
----
involute run MODEL
----
status 2
model.mo:5
unknown value 'rk5'
====
// An old result is not lost to a run that does not begin.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = 1/(x - 1);
end Decay;
----
echo old > a.csv; involute run MODEL --output a.csv; s=$?; cat a.csv; ls; exit $s
----
status 1
has no finite value at the start
old
a.csv
model.mo
