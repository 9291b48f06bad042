// Past the vertical tangent of the plug flow, by time and by arclength; s is a column.
----
involute run $ROOT/models/PlugFlow.mo --points 4 --output -
----
status 0
note: t = 1.095805139: a vertical tangent: dt/ds touches zero, the solution continues
time,p,w,y,der(p),der(w),der(y)
0,13.78
0.80469
1.60939
2.41409
3.21879
!fold
====
----
involute run $ROOT/models/PlugFlow.mo --by arclength --points 4 --output - --quiet
----
status 0
time,p,w,y,der(p),der(w),der(y),s
0,13.78
0.80469
1.60939
2.41409
3.21879
,28.87289394
====
----
involute run $ROOT/models/PlugFlow.mo --by arclength --direction sphere-cg --json
----
status 0
"stopped_by": "stop-time"
"arclength": 28.8728939
"direction_factorizations": 0
"kind": "vertical-tangent"
"t": 1.0958051390
====
// A fold: rows on the way there and back, by equal intervals of the length.
model Sphere
  Real y(start = 0.5, fixed = true);
equation
  der(y)^2 + y^2 + time^2 = 1;
end Sphere;
----
involute run MODEL --length 2 --points 2 --output -
----
status 0
note: t = 0.556005
a fold: dt/ds changes its sign, the solution turns back in t
time,y,der(y),der(der(y)),s
,0
,1
,2
====
model Sphere
  Real y(start = 0.5, fixed = true);
equation
  der(y)^2 + y^2 + time^2 = 1;
end Sphere;
----
involute run MODEL --at-impasse stop --json
----
status 3
"stopped_by": "impasse"
"t": 0.55600
"kind": "fold"
====
// Output times are met each time the solution passes them: 0.5 on the way there and back.
model Sphere
  Real y(start = 0.5, fixed = true);
equation
  der(y)^2 + y^2 + time^2 = 1;
end Sphere;
----
involute run MODEL --by arclength --every 0.25 --output -
----
status 3
error: t = 0: the solution turned back at t = 0.556005
0,0.5,0.86602540378443
0.25,
0.5,
0.5,
0.25,
0,0.98171
====
// The loss of one-dimensionality, which is neither.
model Circle
  Real y(start = 0, fixed = true), z(start = 1);
equation
  der(y) = z;
  y^2 + z^2 = 1;
end Circle;
----
involute run MODEL --stop 3
----
status 3
error: t = 1.57079
the solution is no longer one curve: at time = 1.5708, y = 1, z = 0 the equations allow more than one direction
Circle: stopped at t = 1.57079
(singular)
!fold
!tangent
====
// Not affine in all highest derivatives together: the kernel forms are refused, arclength is not.
model Product
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = x;
  x*der(y) = der(x)*der(x)*y*der(y) + 1;
end Product;
----
involute run MODEL --direction border --stop 0.5
----
status 2
error: --direction border needs the highest derivatives to occur linearly in all equations together
====
model Events
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.8*pre(v));
  end when;
end Events;
----
involute run MODEL --by arclength --stop 1 --json
----
status 0
"stopped_by": "stop-time"
"t": 1.0
"name": "h < 0"
"t": 0.451523
====
model Events
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.8*pre(v));
  end when;
end Events;
----
involute run MODEL --ambient full
----
status 2
error: --ambient full makes the highest derivatives coordinates
====
// Events by time alone are landed on.
model Clock
  discrete Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = n + time;
  when sample(0.25, 0.25) then
    n = pre(n) + 1;
  end when;
end Clock;
----
involute run MODEL --by arclength --stop 1 --json
----
status 0
"x": 2.0
"t": 0.25
"t": 0.5
"t": 0.75
====
// One derivative more of everything: the same pendulum in 8 coordinates.
----
involute run $ROOT/models/Pendulum.mo --ambient full --rtol 1e-9
----
status 0
8 coordinates with time, 5 constraints
====
// Algorithm 5.3: the Schur complement by conjugate gradients, nothing is factored where masses are diagonal.
----
involute run $ROOT/models/Chain6.mo --direction block --json
----
status 0
"direction_factorizations": 0
"linear_iterations"
!"linear_iterations": 0
====
----
involute run $ROOT/models/PlugFlow.mo --direction block
----
status 2
error: --direction block needs a block of equations with multipliers
all unknowns are derivatives of coordinates, such as der(
====
// Both are determined by equations that nothing follows from.
model IndexOne
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), a, b;
equation
  der(x) = a + b;
  der(y) = a - 2*b + x;
  a + x*b = y;
  a*y - b = x;
end IndexOne;
----
involute run MODEL --direction block
----
status 2
the system has none: b, found from 2 equations with a + x*b = y (model.mo:7), belongs to no differentiated constraint; use square
====
// Sums of multipliers have names, and masses none: eliminated, not factored.
model Named
  Real x(start = 0.6, fixed = true), y(start = -0.8), p(start = 1.5, fixed = true), q(start = -1.2);
  Real l1, l2, fx, fy, s = l1 + l2;
equation
  fx = -x*l1 + (p - x)*l2;
  fy = -y*l1 + (q - y)*l2 - 9.81;
  der(der(x)) = fx - 0.1*x*s;
  der(der(y)) = fy;
  2*der(der(p)) = -(p - x)*l2;
  2*der(der(q)) = -(q - y)*l2 - 19.62;
  x^2 + y^2 = 1;
  (p - x)^2 + (q - y)^2 = 0.97;
end Named;
----
involute run MODEL --direction block --json
----
status 0
"direction_factorizations": 0
"linear_iterations"
!"linear_iterations": 0
====
// A pole is no impasse point: told in few steps, and not jumped over.
model Pole
  Real x(start = -1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  x = (der(v) + x)*(time - 0.5);
end Pole;
----
involute run MODEL --stop 0.6
involute run MODEL --stop 0.5
----
status 3
error: t = 0.5
the solution goes to infinity here: time stops advancing
while v grows
!done
!-inf
====
// The force of a stiff spring outweighs all other coordinates: steps that turn round at its extremes are too long, no branch is there.
----
involute run $ROOT/models/StiffPendulum.mo --set epsilon=0.01 --like 003 --by arclength --rtol 1e-5 --stop 0.5
----
status 0
done at t = 0.5
====
// Steps so long that the direction turns over within one are no loss of uniqueness, however small a scale makes the singular values.
----
involute run $ROOT/models/ElasticPendulum.mo --set epsilon=0.01 --set x=0.998238 --like 004 --by arclength --rtol 1e-3 --atol 1e-3 --stop 0.1
----
status 0
done at t = 0.1
!no longer one curve
====
// Dense ways to find the kernel end where the system is large.
model Bratu "-u'' = lambda*exp(u) with u = 0 at both ends, lambda being the time"
  parameter Integer n = 600;
  Real u[n](start = {0 for i in 1:n}, each nominal = sqrt(n));
equation
  u[2] - 2*u[1] + time/(n + 1)^2*exp(u[1]) = 0;
  for i in 2:n - 1 loop
    u[i - 1] - 2*u[i] + u[i + 1] + time/(n + 1)^2*exp(u[i]) = 0;
  end for;
  u[n - 1] - 2*u[n] + time/(n + 1)^2*exp(u[n]) = 0;
end Bratu;
----
involute run MODEL --by arclength --stop 5 --direction svd
involute run MODEL --by arclength --stop 5 --direction qr
----
status 2
--direction svd uses a dense matrix of up to 500 rows, and this system needs 600; use border or sphere-cg
--direction qr uses a dense matrix of up to 500 rows, and this system needs 600; use border or sphere-cg
====
// Conjugate gradients do not get far with a bad condition, and say so.
model Bratu "-u'' = lambda*exp(u) with u = 0 at both ends, lambda being the time"
  parameter Integer n = 100;
  Real u[n](start = {0 for i in 1:n}, each nominal = sqrt(n));
equation
  u[2] - 2*u[1] + time/(n + 1)^2*exp(u[1]) = 0;
  for i in 2:n - 1 loop
    u[i - 1] - 2*u[i] + u[i + 1] + time/(n + 1)^2*exp(u[i]) = 0;
  end for;
  u[n - 1] - 2*u[n] + time/(n + 1)^2*exp(u[n]) = 0;
end Bratu;
----
involute run MODEL --by arclength --stop 5 --direction sphere-cg
----
status 3
t = 0: at the start, the conjugate gradients of --direction sphere-cg did not find the kernel of 100 equations in 20400 iterations. Try --direction border
====
// A run by time that has passed a fold goes on along the curve, back in time, and not the way that it came.
model Bratu "-u'' = lambda*exp(u) with u = 0 at both ends, lambda being the time"
  parameter Integer n = 9;
  Real u[n](start = {0 for i in 1:n});
equation
  u[2] - 2*u[1] + time/(n + 1)^2*exp(u[1]) = 0;
  for i in 2:n - 1 loop
    u[i - 1] - 2*u[i] + u[i + 1] + time/(n + 1)^2*exp(u[i]) = 0;
  end for;
  u[n - 1] - 2*u[n] + time/(n + 1)^2*exp(u[n]) = 0;
end Bratu;
----
involute run MODEL --stop 4
----
status 3
the solution goes to infinity here: time stops advancing
t = 3.495493294: a fold: dt/ds changes its sign, the solution turns back in t
====
// The two unknowns may differ from u = 3 on, at t = 27*exp(-3): the curve branches there.
model Bratu
  Real u[2](start = {0, 0});
equation
  u[2] - 2*u[1] + time/9*exp(u[1]) = 0;
  u[1] - 2*u[2] + time/9*exp(u[2]) = 0;
end Bratu;
----
involute run MODEL --stop 4
----
status 3
t = 1.344250846: the solution is no longer one curve: at time = 1.34425, u[1] = 3, u[2] = 3
t = 3.310914971: a fold: dt/ds changes its sign, the solution turns back in t
====
// Neither does the Schur complement of a very large block pay.
model Line
  parameter Integer n = 6100;
  Real x[n](each start = 1);
equation
  4*der(x[1]) + der(x[2]) = -x[1];
  for i in 2:n - 1 loop
    der(x[i - 1]) + 4*der(x[i]) + der(x[i + 1]) = -x[i];
  end for;
  der(x[n - 1]) + 4*der(x[n]) = -x[n];
end Line;
----
involute run MODEL --direction block
----
status 2
--direction block uses a dense Schur complement for blocks of up to 6000 equations, and this system has a block of 6100; use square
====
// A pulse of width 1e-3 that is gone long before the end: 5e-3*sqrt(pi).
model GustByLength
  Real y(start = 0, fixed = true);
equation
  der(y) = 5*exp(-((time - 0.7)/1e-3)^2);
end GustByLength;
----
for m in auto dop853 radau gauss6; do involute run MODEL --by arclength --method $m --rtol 1e-6 --json | grep '"y"'; done
----
status 0
"y": 0.008862
"y": 0.008862
"y": 0.008862
"y": 0.008862
====
// Two narrow fronts with flat pieces that cancel at the ends of steps: 0.2.
model TwiceSaturated
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 2;
  der(y) = 0.5*(tanh((x - 1)/1e-4) - tanh((x - 1.4)/1e-4));
end TwiceSaturated;
----
for m in auto radau; do involute run MODEL --by arclength --method $m --rtol 1e-4 --json | awk '/"y"/ { print ($2 + 0 > 0.1999 && $2 + 0 < 0.2001) ? "near" : "off" }'; done
----
status 0
near
near
!off
====
// The step that lands on the stop time is judged like the longer one that it is a part of: s = 0.00117468.
model Nothing
end Nothing;
----
involute run $ROOT/tests/agreement/EnzymeRunsOut.mo --by arclength --method dop853 --rtol 1e-4 --json
----
status 0
"s": 0.00117
====
// At the sharp bends of three doses some stages went backward in time; the sum of 0.1*sqrt(pi)*exp(-2*(2 - t)) is 0.098017.
model Dose
  Real c(start = 0, fixed = true);
equation
  der(c) = 1e4*(exp(-((time - 0.5)/1e-5)^2) + exp(-((time - 1)/1e-5)^2) + exp(-((time - 1.5)/1e-5)^2)) - 2*c;
end Dose;
----
for m in dopri54 dop853; do involute run MODEL --by arclength --method $m --rtol 1e-5 --stop 2 --max-steps 2000 --json | grep '"c"'; done
----
status 0
"c": 0.098
"c": 0.098
!a fold
====
// The last output time is that of the last step, whatever the difference of others is rounded to.
model Oscillator
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
end Oscillator;
----
involute run MODEL --start 1000 --stop 1001 --by arclength --points 10 --output q.csv --quiet; cut -d, -f1 q.csv | tail -2; involute run MODEL --start 1001 --stop 1000 --by arclength --every 0.1 --output q.csv --quiet; cut -d, -f1 q.csv | wc -l; tail -1 q.csv
----
status 0
1000.9
1001
12
1000,
