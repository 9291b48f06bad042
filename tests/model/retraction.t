model Pendulum
  Real x(start = 0.6, fixed = true), y(start = -0.8), u(start = 1, fixed = true), v, l(start = 1);
equation
  der(x) = u; der(y) = v;
  der(u) = -2*x*l; der(v) = -2*y*l - 11.16;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end Pendulum;
----
involute run MODEL --retraction chart --ambient first-order
----
status 0
8 coordinates with time, 5 constraints
retraction chart at every step
changes of the components that are solved for
====
model M
  Real x(start = 0.6, fixed = true), y(start = 0.8);
equation
  der(x) = -y;
  x^2 + y^2 = 1;
end M;
----
involute run MODEL --retraction chart --newton inexact
----
status 2
--newton inexact requires --retraction orthogonal; for the chart retraction use simplified or exact
====
model M
  Real x[3](start = {1, 0.2, 0.1}, each fixed = true);
  Real r = x*x annotation(__involute(invariant = true));
equation
  der(x) = cross({0.3, 1, -0.2}, x);
end M;
----
involute run MODEL --retraction orthogonal --newton inexact --json
----
status 0
"factorizations": 0
====
model M
  Real x(start = 1), y(start = 1);
equation
  der(x) = y;
  x^2 + y^2 = 2;
  annotation(experiment(StopTime = 0.1));
end M;
----
involute run MODEL --retraction orthogonal --newton exat
----
status 2
unknown value 'exat'; did you mean 'exact'?
====
model M
  Real x[2](start = {1, 0}, each fixed = true), v[2](start = {0, 0.9}, each fixed = true);
  Real H = v*v/2 - 1/sqrt(x*x) annotation(__involute(invariant = true));
  Real A = x[1]*v[2] - x[2]*v[1] annotation(__involute(invariant = true));
equation
  der(x) = v;
  der(v) = -x/sqrt(x*x)^3;
  annotation(experiment(StopTime = 6), __involute(blocks = {x, v}));
end M;
----
involute run MODEL --retraction radial --step 0.01
----
status 0
retraction radial at every step
radial retraction failed
====
model M
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real r = x^2 + y^2 annotation(__involute(invariant = true));
equation
  der(x) = -y;
  der(y) = x;
  annotation(__involute(blocks = {{x}, {y}}));
end M;
----
involute run MODEL --retraction radial
----
status 2
needs as many blocks of variables as constraints, but there are 2 and 1
blocks = {{x, y}, ...}
====
model M
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real r = x^2 + y^2 annotation(__involute(invariant = true));
equation
  der(x) = -y;
  der(y) = x;
  annotation(__involute(blocks = {{x, y, r}}));
end M;
----
involute run MODEL --retraction radial
----
status 1
model.mo:7
this member of block 1 is not a coordinate
====
model M
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real r = x^2 + y^2 annotation(__involute(invariant = true));
equation
  der(x) = -y;
  der(y) = x;
  annotation(__involute(blocks = {{x, y}, {y}}));
end M;
----
involute run MODEL --retraction radial
----
status 1
y is in blocks 1 and 2; it may be in one block only
====
model M
  Real x(start = 0.6, fixed = true), y(start = -0.8), f;
equation
  3*der(der(x)) = -f*x;
  3*der(der(y)) = -f*y - 30;
  x^2 + y^2 = 1;
end M;
----
involute run MODEL --metric mass
----
status 0
retraction orthogonal at every step, metric mass
====
model M
  Real x(start = 0.6, fixed = true), y(start = -0.8), f;
equation
  3*der(der(x)) = -f*x;
  3*der(der(y)) = -f*y - 30;
  x^2 + y^2 = 1;
end M;
----
involute run MODEL --metric mass --retraction staged
----
status 2
--metric mass requires --retraction orthogonal, not staged
====
model M
  Real x(start = 0.6, fixed = true), y(start = -0.8), f;
equation
  3*der(der(x)) + der(der(y)) = -f*x;
  3*der(der(y)) - 0.5*der(der(x)) = -f*y - 30;
  x^2 + y^2 = 1;
end M;
----
involute run MODEL --metric mass
----
status 2
the mass matrix is not symmetric with a positive diagonal (relative deviation 0.5)
====
model M
  Real y[3](start = {0.12, 0.963, 0.24}), h[3] = {1.6*y[1], 1.6*y[2], 4*y[3]};
equation
  der(y) = cross(y, h);
  y*y = 1;
  annotation(experiment(StopTime = 5), __involute(solver(method = "bs32")));
end M;
----
involute run MODEL --like 000 --direction explicit
----
status 0
method dopri54, rtol 1e-06, atol 1e-06, controller elementary
retraction orthogonal at every stage, metric euclidean
0 factorizations
iterations of linear solvers
====
model M
  Real y[3](start = {0.12, 0.963, 0.24}), h[3] = {1.6*y[1], 1.6*y[2], 4*y[3]};
equation
  der(y) = cross(y, h);
  y*y = 1;
  annotation(experiment(StopTime = 5), __involute(solver(method = "bs32")));
end M;
----
involute run MODEL --method rk4 --step 0.1 --like 003 --json
----
status 0
"method": "rk4"
"newton": "exact"
"like": "003"
====
model M
  Real y[3](start = {0.12, 0.963, 0.24}), h[3] = {1.6*y[1], 1.6*y[2], 4*y[3]};
equation
  der(y) = cross(y, h);
  y*y = 1;
  annotation(experiment(StopTime = 5), __involute(solver(method = "bs32")));
end M;
----
involute run MODEL --like 001
----
status 0
method rk4
retraction chart at every stage, metric euclidean
====
model M
  Real y[3](start = {0.12, 0.963, 0.24}), h[3] = {1.6*y[1], 1.6*y[2], 4*y[3]};
equation
  der(y) = cross(y, h);
  y*y = 1;
  annotation(experiment(StopTime = 5), __involute(solver(method = "bs32")));
end M;
----
involute run MODEL --like 005
----
status 2
option --like: unknown value '005'
====
// A start far from the point to be projected is slow for that reason: the energy is kept all the same.
----
involute run $ROOT/models/HenonHeiles.mo --like 003 --advance low --rtol 5e-5 --atol 5e-5 --stop 110
----
status 0
invariant
!left out
====
// A tolerance that is absolute is a tolerance: the energy is not taken for weak because --rtol is small.
----
involute run $ROOT/models/HenonHeiles.mo --like 003 --rtol 1e-15 --atol 1e-5 --stop 110
----
status 0
invariant
!left out
====
// Solved to a share of the residual, the first Newton step serves the long row alone, and the next goes a hundred times as far: that is no divergence.
model Rows
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
  Real long = 1000*(x^2 + y^2) annotation(__involute(invariant = true));
  Real short = z annotation(__involute(invariant = true));
equation
  der(x) = y;
  der(y) = -x;
  der(z) = 0;
  annotation(experiment(StopTime = 1, Tolerance = 1e-6));
end Rows;
----
involute run MODEL --like 000 --newton-start plain --start-point x=1.00025,z=0.1
----
status 0
Rows: done at t = 1
!stalled
====
// Where moves are long, those of all stages, three here, are made again from where they have come to.
----
involute run $ROOT/models/AndrewsSqueezer.mo --rtol 1e-3 --method dop853 --json
----
status 0
"newton_max": 6,
"retraction_fallbacks": 0,
====
// A force of 1e7 follows from the lengths that it is tied to and does not move them, whatever the method and the retraction.
model Spring
  parameter Real epsilon = 0.10371, c = 1e-6;
  Real x(start = 0.85, fixed = true), y(start = 0, fixed = true), lambda(start = -17.65/c);
initial equation
  der(x) = 0;
  der(y) = 0;
equation
  0.7*(der(der(x)) + x*(c*lambda)) + 0.02*((x^2 + y^2)*(epsilon^2*(c*lambda) - 1)^2 - 1) = 0;
  1.7*((x^2 + y^2)*(epsilon^2*(c*lambda) - 1)^2 - 1) + 1e-7*(der(der(x)) + (c*lambda)*x) = 0;
  der(der(y)) + y*(c*lambda) + 1 = 0;
end Spring;
----
for m in dopri54 dop853 radau gauss6 gauss4; do for r in normal orthogonal; do involute run MODEL --stop 0.51 --points 1 --rtol 1e-8 --method $m --retraction $r --columns y --quiet --output - | awk -F, -v m="$m $r" 'END { e = ($2 + 0.110119979692565)/1e-9; print m, (e > -1 && e < 1 ? "within a tolerance" : "off by " e " tolerances") }'; done; done
----
status 0
dopri54 normal within a tolerance
dopri54 orthogonal within a tolerance
radau normal within a tolerance
gauss6 orthogonal within a tolerance
gauss4 orthogonal within a tolerance
!off by
