// Initial values: fixed ones, guesses, initial equations, and what happens where there are none.
model Pendulum
  parameter Real L = 1, g = 9.81;
  Real x(start = 1, fixed = true), y(start = 0.5, fixed = true), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
----
involute run MODEL --output a.csv
----
status 1
model.mo:8:3: error: no consistent initial values found: x and y are fixed, but only 1 of them is free: x^2 + y^2 = L^2 (model.mo:8) has the residual 0.25, where x = 1 (fixed), y = 0.5 (fixed)
no file a.csv
====
// Position and velocity contradict each other through the hidden constraint: what is fixed there is named.
model Pendulum
  parameter Real L = 1, g = 9.81;
  Real x(start = 0.6, fixed = true), y(start = -0.8);
  Real vx(start = 1, fixed = true), vy(start = 3, fixed = true), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
----
involute analyze MODEL
----
status 1
model.mo:11:3: error: no consistent initial values found
x^2 + y^2 = L^2 (model.mo:11)
vy = 3 (fixed)
====
// Two names of one derivative.
model M
  Real x(start = 1, fixed = true);
  Real v(start = 2, fixed = true), w(start = 3, fixed = true);
equation
  der(x) = v;
  der(x) = w;
  der(v) = -x;
end M;
----
involute analyze MODEL
----
status 1
model.mo:4:36: error: w is fixed at 3, but it equals a derivative that is fixed at 2
====
model M
  Real x(start = 1, fixed = true);
  Real v(start = 2, fixed = true), w(start = 3, fixed = true);
equation
  der(x) = v;
  v = w;
  der(w) = -x;
end M;
----
involute analyze MODEL
----
status 1
model.mo:6:3: error: no consistent initial values found: w and v are fixed, but only 1 of them is free: v = w (model.mo:6) has the residual -1, where w = 3 (fixed), v = 2 (fixed)
====
// Both of the contradicting lines are named.
model M
  Real x, y;
equation
  der(x) = y;
  der(y) = -x;
initial equation
  x + y = 1;
  x + y = 2;
end M;
----
involute analyze MODEL
----
status 1
error: no consistent initial values found
model.mo:8
model.mo:9
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = 1;
initial equation
  x = 3;
end M;
----
involute analyze MODEL
----
status 1
model.mo:6:3: error: no consistent initial values found: x = 3 (model.mo:6) has the residual -2, where x = 1 (fixed)
====
model M
  parameter Real p = 1;
  Real x;
equation
  der(x) = 1;
initial equation
  p = 1;
end M;
----
involute analyze MODEL
----
status 1
model.mo:7:3: error: this initial equation contains no unknown: p = 1
====
// One condition too many is fine while it holds.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = 1;
initial equation
  x^2 = 1;
end M;
----
involute analyze MODEL
----
status 0
x      1
!note
====
// A steady state.
model M
  Real x(start = 1);
equation
  der(x) = 2 - x;
initial equation
  der(x) = 0;
end M;
----
involute analyze MODEL
----
status 0
x      2
!note
====
// No real solution: the guess that comes nearest is shown.
model M
  Real x(start = 1);
equation
  x^2 + 1 = 0;
end M;
----
involute analyze MODEL
----
status 1
model.mo:5:3: error: no consistent initial values found: x^2 + 1 = 0 (model.mo:5) has the residual 1, where x = 0
====
// The loop of y and z has no solution; der(x), which only follows it, is not to blame.
model M
  Real x(start = 0.5, fixed = true), y(start = 1), z(start = 1);
equation
  der(x) = -x*y + z;
  y^3 + z = 2 + x;
  exp(z)*0.2 + y = 1.5 - 0.3*x;
end M;
----
involute analyze MODEL
----
status 1
error: no consistent initial values found
!der(x) = -x*y + z
====
model M
  parameter Real n = 0;
  Real y(start = 1/n, fixed = true);
equation
  der(y) = 1;
end M;
----
involute run MODEL
----
status 1
model.mo:3:8: error: start value of y is inf, not a finite number
====
model M
  parameter Real n = 0;
  Real y(start = 1/n), z(start = -2);
equation
  der(y) = 1;
  der(z) = y;
end M;
----
involute run MODEL
----
status 0
note: 1 start value is not finite and ignored: y
====
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1/x;
end M;
----
involute run MODEL --output a.csv
----
status 1
model.mo:4:3: error: der(x) = 1/x (model.mo:4) has no finite value at the start, where x = 0 (fixed)
give other start values
no file a.csv
====
model M
  Real x(start = -1, fixed = true);
equation
  der(x) = log(x);
end M;
----
involute analyze MODEL
----
status 1
model.mo:4:3: error: der(x) = log(x) (model.mo:4) has no finite value at the start, where x = -1 (fixed)
====
// A removable singularity in time is one all the same; a later start avoids it.
model M
  Real x(start = 0, fixed = true);
equation
  der(x) = sin(time)/time;
end M;
----
involute run MODEL --quiet; echo then $?; involute run MODEL --start 1e-9 --quiet
----
status 0
model.mo:5:3: error: der(x) = sin(time)/time (model.mo:5) has no finite value at the start, where time = 0
then 1
====
// A guess outside the domain is only a guess.
model M
  Real x(start = -1);
equation
  log(x) = 1;
end M;
----
involute analyze MODEL
----
status 0
outside their domain; took the branch with x = 2.71828
====
// The slope 0 is a critical point of the equation: which of the two slopes was taken is said.
model M
  Real y(start = 0.5, fixed = true);
equation
  der(y)^2 + y^2 + time^2 = 1;
end M;
----
involute analyze MODEL
----
status 0
note: the start values are a critical point of the equations
took the branch with der(y) = 0.866025
structure  1 equation, 1 unknown; index 0, 1 degree of freedom
====
// A guess decides the branch without a note.
model M
  Real y(start = 0.5, fixed = true), p(start = -1);
equation
  p^2 + y^2 + time^2 = 1;
  p = der(y);
end M;
----
involute analyze MODEL
----
status 0
p     -0.866025
!note
====
model Pendulum
  parameter Real L = 1, g = 9.81;
  Real x(start = 0), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
----
involute analyze MODEL
----
status 0
note: the start values are a critical point of the equations
note: 2 of 2 degrees of freedom are not fixed by the model; started nearest to the guesses, with y = 0, der(y) = 0
====
// The branch does not depend on the order of declarations and equations.
model Pendulum
  parameter Real L = 1, g = 9.81;
  Real F, y(start = 0), x(start = 0);
equation
  x^2 + y^2 = L^2;
  der(der(y)) = -F*y - g;
  der(der(x)) = -F*x;
end Pendulum;
----
involute analyze MODEL
----
status 0
took the branch with x = 1; another branch has x = -1: a start value of x near that selects it
====
// Two fixed values of one degree of freedom leave the other one free, and the note says so.
model Pendulum
  Real x(start = 0.6, fixed = true), y(start = -0.8, fixed = true), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute analyze MODEL
----
status 0
note: 1 of 2 degrees of freedom is not fixed by the model; started nearest to the guesses, with der(x) = 0
====
// A fixed multiplier takes a degree of freedom as well: nothing is left to choose.
model Pendulum
  Real x(start = 0.6, fixed = true), y(start = -0.8), F(start = 100, fixed = true);
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute analyze MODEL
----
status 0
!not fixed by the model
====
// Velocities decide on the position.
model Pendulum
  Real x(start = 0.6), y(start = -0.8);
  Real vx(start = 1, fixed = true), vy(start = 1, fixed = true), F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute analyze MODEL
----
status 0
x      0.70710678
y     -0.70710678
vx     1
vy     1
====
// --set changes a start value, fixed or not.
model Pendulum
  Real x(start = 0.6, fixed = true), y(start = -0.8), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute analyze MODEL --set x=2
----
status 1
error: no consistent initial values found: x^2 + y^2 = 1 (model.mo:7) has the residual 3, where x = 2 (fixed)
====
// an initial algorithm gives parameters their values; what is not fixed = false is held
model M
  parameter Real p(fixed = false, start = 3), q = 1, r[2](fixed = {false, true}, each start = 2);
  Real x(start = p, fixed = true);
initial algorithm
  p := p + 1;
  p := 2*p;
  r[1] := p + q;
equation
  der(x) = r[1] - 9;
end M;
----
involute run MODEL --stop 1 --output o.csv > log; tail -1 o.csv | cut -d, -f 1,2,3
----
status 0
1,8,0
====
model M
  parameter Real q = 1, r[2](fixed = {false, true}, each start = 2);
  Real x(start = 0, fixed = true);
initial algorithm
  r := {1, 2};
equation
  der(x) = r[1];
end M;
----
involute check MODEL
----
status 1
'r[2]' is a parameter and cannot be assigned
====
model M
  parameter Real q = 1;
  Real x(start = 0, fixed = true);
initial algorithm
  q := 2;
equation
  der(x) = q;
end M;
----
involute check MODEL
----
status 1
'q' is a parameter and cannot be assigned
====
// a fixed start value follows the parameter that is tuned, directly and through another one
model M
  parameter Real p(fixed = false, start = 1), q = 2*p;
  Real x(start = q, fixed = true), y(start = p, fixed = true);
equation
  der(x) = -x;
  der(y) = 0;
initial equation
  x + p = 6;
end M;
----
involute run MODEL --stop 0 && involute run MODEL --stop 0 --set p=2.5
----
status 1
final values
  x   4
  y   2
model.mo:9:3: error: no consistent initial values found: x + p = 6
where x = 5 (fixed)
====
// what holds at the start only, or under a condition that the tuned value decides
model M
  parameter Real p(fixed = false, start = 1);
  Real x(start = 2*p, fixed = true);
  Boolean big = p > 2;
equation
  der(x) = if time < 0.5 and big then -p else p + 100;
initial equation
  p^2 = 9;
end M;
----
involute run MODEL --stop 0.1
----
status 0
final values
  x        5.7
  der(x)  -3
====
model M
  parameter Real p(fixed = false, start = 1);
  Real x(start = p, fixed = true);
equation
  der(x) = -x;
initial equation
  x = 3;
  der(x) = -4;
end M;
----
involute run MODEL
----
status 1
error: no consistent initial values found: der(x) = -x (model.mo:5) and der(x) = -4 (model.mo:8) contradict each other
====
// below 2 the initial equation asks for 3, above for 1: there is no way to settle
model M
  parameter Real p(fixed = false, start = 1);
  Real x(start = 0, fixed = true), y = if p < 2 then p - 3 else p - 1;
equation
  der(x) = p;
initial equation
  y = 0;
end M;
----
involute run MODEL
----
status 1
error: t = 0: parameters with fixed = false and the conditions that depend on them do not settle after 100 rounds; give them start values nearer to a solution
====
// An initial equation chooses between the two roots of an equation, however far the other guesses are.
model Roots
  Real y(start = 4.95, fixed = true);
initial equation
  der(y) = -10;
equation
  time*der(y)^2 - 2*y*der(y) - time = 0;
  annotation(experiment(StartTime = -1, StopTime = -0.5));
end Roots;
----
involute analyze MODEL
----
status 0
der(y) 
-10
!contradict
====
// What can be met exactly is, beside larger values in the same system: e = 0 to the last bit.
model Loop
  Real q(start = 0.0099, fixed = true), p, e, f, i;
equation
  0 = der(p) + e + i;
  0 = der(q) - der(p) + f;
  0 = e - sin(100*time);
  0 = p - e + f;
  0 = q - f;
end Loop;
----
involute run MODEL --stop 0.1 --points 2 --output a.csv --quiet; sed -n 2p a.csv | cut -d, -f 1,2,4,5
----
status 0
0,0.0099000000000000008,0,0.0099000000000000008
====
// The same with the sum of a loop named.
model Named
  Real q(start = 0.0103, fixed = true), p, e, f, i, around;
equation
  0 = (p - e + f) - around;
  0 = der(p) + e + i;
  0 = der(q) - der(p) + f;
  0 = e - sin(100*time);
  0 = around;
  0 = q - f;
end Named;
----
involute analyze MODEL | grep '^  e '
----
status 0
  e 0 follows
====
model M "nothing flows: the rule for semiLinear decides"
  Real m, n, H, K, between, h(start = 3, fixed = true);
equation
  m = if time < 1 then 0 else time - 1;
  m + n = 0;
  H = semiLinear(m, 1, between);
  K = semiLinear(n, h, between);
  H + K = 0;
  der(h) = 0.5;
end M;
----
involute run MODEL --stop 0.5
----
status 0
  between  1
====
// what follows from an Integer with fixed = false has the value that initial equations give that, in any order of declarations
model M
  parameter Real twice = 2*g;
  parameter Integer a = g;
  parameter Integer g(fixed = false);
  parameter Integer l(fixed = false);
  parameter Integer b = a + l;
  Integer s;
  Integer r;
  Real x(start = 0, fixed = true);
  Real y(start = twice, fixed = true);
initial equation
  g = 7;
  l = 2;
  pre(s) = 10*a + l;
  pre(r) = 3*b;
equation
  der(x) = twice;
  der(y) = 0;
  when time > 0.5 then
    s = pre(s) + 1;
    r = pre(r) + l;
  end when;
end M;
----
involute run MODEL --stop 1
----
status 0
x        14
y        14
s        73
r        29
====
// pre(s) is given by two parameters with fixed = false, one of them through an unknown: floor(1e8 sin(8)) = 98935824
model M
  parameter Real p(fixed = false);
  parameter Real l(fixed = false);
  Real q;
  discrete Real s;
  discrete Real r;
initial equation
  p = 7;
  l = 1;
  pre(s) = floor(sin(q + l)*1e8);
  pre(r) = 2*p + l;
equation
  q = p;
  when time > 0.5 then
    s = pre(s) + 1;
    r = pre(r) + 1;
  end when;
end M;
----
involute run MODEL --stop 1
----
status 0
s        98935825
r        16
