// Structure of textbook systems: index, degrees of freedom, constraints.
model RLC
  parameter Real R = 10, L = 1e-3, C = 1e-6;
  Real i(start = 0, fixed = true), uc(start = 0, fixed = true), ul, ur, u;
equation
  u = 10;
  u = ur + ul + uc;
  ur = R*i;
  ul = L*der(i);
  i = C*der(uc);
end RLC;
----
involute analyze MODEL
----
status 0
structure  5 equations, 5 unknowns; index 1, 2 degrees of freedom
3 coordinates with time, 0 constraints, 0 invariants
!hidden
====
// Two capacitors in parallel with a source: index 2.
model Capacitors
  parameter Real C = 1;
  Real u, v, i, j;
equation
  u = sin(time);
  v = u;
  C*der(u) = i;
  C*der(v) = j;
end Capacitors;
----
involute analyze MODEL
----
status 0
index 2, 0 degrees of freedom
u      0
v      0
====
model Stokes
  Real u1(start = 1), u2(start = 0), u3(start = -1), p;
equation
  der(u1) = -2*u1 + u2 - p + sin(time);
  der(u2) = u1 - 2*u2 + u3 - p;
  der(u3) = u2 - 2*u3 - p + cos(time);
  u1 + u2 + u3 = 0;
end Stokes;
----
involute analyze MODEL
----
status 0
note: 2 of 2 degrees of freedom are not fixed by the model
index 2, 2 degrees of freedom
3 coordinates with time, 0 constraints
top equations in blocks of 3, 1 (2 times)
====
model RollingDisc
  parameter Real m = 1, r = 0.5, J = 0.1, I = 0.2;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), phi(start = 0, fixed = true), th(start = 0, fixed = true);
  Real w(start = 2, fixed = true), o(start = 0.5, fixed = true), vx, vy, a, b;
equation
  der(x) = vx; der(y) = vy; der(phi) = o; der(th) = w;
  m*der(vx) = a;
  m*der(vy) = b;
  J*der(w) = -r*(a*cos(phi) + b*sin(phi));
  I*der(o) = 0;
  vx = r*w*cos(phi);
  vy = r*w*sin(phi);
end RollingDisc;
----
involute analyze MODEL
----
status 0
index 2, 6 degrees of freedom
7 coordinates with time, 0 constraints, 0 invariants
!note
====
model DoublePendulum
  parameter Real g = 9.81, m1 = 1, m2 = 2, l1 = 1, l2 = 0.7;
  Real x1(start = 1, fixed = true), y1(start = 0), x2(start = 1.7, fixed = true), y2(start = 0), F1, F2;
  Real u1(start = 0, fixed = true), v1, u2(start = 0, fixed = true), v2;
equation
  der(x1) = u1; der(y1) = v1; der(x2) = u2; der(y2) = v2;
  m1*der(u1) = -F1*x1 + F2*(x2 - x1);
  m1*der(v1) = -F1*y1 + F2*(y2 - y1) - m1*g;
  m2*der(u2) = -F2*(x2 - x1);
  m2*der(v2) = -F2*(y2 - y1) - m2*g;
  x1^2 + y1^2 = l1^2;
  (x2 - x1)^2 + (y2 - y1)^2 = l2^2;
end DoublePendulum;
----
involute analyze MODEL
----
status 0
index 3, 4 degrees of freedom
9 coordinates with time, 4 constraints, 0 invariants
hidden constraints
2*x1*u1 + 2*y1*v1 = 0
====
model SliderCrank
  parameter Real r = 0.3, l = 0.8, m = 1.2, J1 = 0.05, J2 = 0.03;
  Real q1(start = 0.7, fixed = true), q2(start = -0.2), s(start = 1), w1(start = 3, fixed = true), w2, v, f1, f2;
equation
  der(q1) = w1; der(q2) = w2; der(s) = v;
  J1*der(w1) = f1*r*sin(q1) - f2*r*cos(q1);
  J2*der(w2) = f1*l*sin(q2) - f2*l*cos(q2);
  m*der(v) = f1;
  r*cos(q1) + l*cos(q2) - s = 0;
  r*sin(q1) + l*sin(q2) = 0;
end SliderCrank;
----
involute analyze MODEL
----
status 0
index 3, 2 degrees of freedom
!note
====
// Servo constraints on a crane: the path of the load gives everything.
model Crane
  parameter Real m = 10, M = 5, g = 9.81;
  Real s, l(start = 2), F, T, x, z;
equation
  M*der(der(s)) = F + T*(x - s)/l;
  m*der(der(x)) = -T*(x - s)/l;
  m*der(der(z)) = -T*z/l + m*g;
  (x - s)^2 + z^2 = l^2;
  x = 0.1*sin(time);
  z = 2 + 0.2*cos(time);
end Crane;
----
involute analyze MODEL
----
status 0
index 5, 0 degrees of freedom
15 coordinates with time, 14 constraints, 0 invariants
====
// A derivative of a known function is no degree of freedom.
model Known
  Real x, y, z;
equation
  x = sin(time);
  y = der(x);
  z = der(y);
end Known;
----
involute analyze MODEL
----
status 0
index 3, 0 degrees of freedom
====
// A nonlinear loop is differentiated to find its slopes; its solution is a constraint.
model Loop
  Real x(start = 0.5, fixed = true), y(start = 1), z(start = 1);
equation
  der(x) = -x*y + z;
  y^3 + z = 1 + x;
  exp(z)*0.2 + y = 1.5 - 0.3*x;
end Loop;
----
involute analyze MODEL
----
status 0
index 1, 1 degree of freedom
4 coordinates with time, 2 constraints, 0 invariants
====
// Nothing but algebra.
model Algebra
  Real x;
equation
  x = time^2;
end Algebra;
----
involute run MODEL --points 2 --output -
----
status 0
time,x
0,0
0.5,0.25
1,1
====
// The JSON of a failed analysis.
model M
  Real x, y;
equation
  der(x) = y;
end M;
----
involute analyze MODEL --json 2>/dev/null
----
status 1
"model": "M",
"status": "failed",
"error": {
"code": "E_BALANCE",
"where": "model.mo:
"t": null
!"structure"
====
// Where to start is a matter of structure too.
model M
  Real x;
equation
  x = time^2;
end M;
----
involute analyze MODEL --start 3
----
status 0
time   3
x      9
====
model Spherical
  parameter Real g = 9.81, l = 1;
  Real x(start = 0.6, fixed = true), y(start = 0, fixed = true), z(start = -0.8), F;
  Real vx(start = 0, fixed = true), vy(start = 1.5, fixed = true), vz;
  Real E = (vx^2 + vy^2 + vz^2)/2 + g*z annotation(__involute(invariant = true));
  Real Lz = x*vy - y*vx annotation(__involute(invariant = true));
equation
  der(x) = vx; der(y) = vy; der(z) = vz;
  der(vx) = -F*x;
  der(vy) = -F*y;
  der(vz) = -F*z - g;
  x^2 + y^2 + z^2 = l^2;
end Spherical;
----
involute analyze MODEL --json
----
status 0
"index": 3,
"dof": 4,
"coordinates": 7,
"constraints": 4,
"invariants": 2
"hidden_constraints": [
"2*x*vx + 2*y*vy + 2*z*vz = 0"
====
// The certificate, at a point that x alone does not describe: it is fixed, but only y moves.
model Pendulum
  parameter Real L = 1, g = 9.81;
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
----
involute analyze MODEL
----
status 0
                          x   y   F     c
der(der(x)) = -F*x      2   .   0*    0
der(der(y)) = -F*y - g  .   2*  0     0
x^2 + y^2 = L^2         0*  0   .     2
d                       2   2   0
  2*x*der(x) + 2*y*der(y) = 0
    the derivative of x^2 + y^2 = L^2 (model.mo:8)
constraint Jacobian  2 by 4, full rank, singular values 1 to 1, condition 1
system Jacobian      3 by 3 (model.mo:6), full rank
start values: 2 may be fixed, the model fixes 1
a regular choice  y, der(y)
fixed, but determined by the constraints here  x
x             1     fixed
y             0     start value
F             0     follows
der(y)        0     chosen
!redundant
!x, y
!prolonged
====
// Away from there x is as good as y, and what the model fixes is preferred.
model Pendulum
  Real x(start = 0.6, fixed = true), y(start = -0.7), F, v(fixed = true);
equation
  der(x) = v;
  der(v) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute analyze MODEL
----
status 0
2*x*v + 2*y*der(y) = 0
constraint Jacobian  2 by 4, full rank, singular values 1 to 1, condition 1
start values: 2 may be fixed, the model fixes 2
free              x, y, v, der(y)
a regular choice  x, v
y        -0.8      moved from its start value -0.7
v         0        fixed
der(y)    0        follows
!note
!chosen
====
// A voltage source in a loop with capacitors.
model M
end M;
----
involute analyze $ROOT/models/LinearCircuit.mo
----
status 0
0 = q1 - e1 + e2            0*  .   0   0   .     1
d                           1   1   1   1   0
constraint Jacobian  1 by 2, full rank, singular values 1 to 1, condition 1
system Jacobian      2 by 2
start values: 1 may be fixed, the model fixes 1
free              q1, q2
a regular choice  q2
!hidden
====
// Three masses: constraints of the fourth derivative.
model M
end M;
----
involute analyze $ROOT/models/SpringMassChain.mo
----
status 0
0 = sin(time) - p2                     .   0*  .   .   .   .   .     4
hidden constraints
c*(v2 - v3) - c*(v1 - v2) + m*der(der(v2)) = 0
the derivative of m*der(v2) = c*(p1 - p2) - c*(p2 - p3)
cos(time) - v2 = 0
-sin(time) - der(v2) = 0
the second derivative of 0 = sin(time) - p2
-der(der(v2)) - cos(time) = 0
the third derivative of 0 = sin(time) - p2
SpringMassChain.mo:16
constraint Jacobian  6 by 8, full rank, singular values 0.16 to 1.4, condition 9.1
start values: 2 may be fixed, the model fixes none
free              p1, p3, v1, v3
a regular choice  p1, v1
p1                  0  chosen
p2                  0  follows
v1                 -2  start value
====
// Four bar linkage: initial equations count as well.
model M
end M;
----
involute analyze $ROOT/models/FourBar.mo
----
status 0
top equations in blocks of 7
(x2 - x1)*(der(x2) - der(x1)) + (y2 - y1)*(der(y2) - der(y1)) = 0
the derivative of coupler: ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0
constraint Jacobian  6 by 8, full rank, singular values 0.6 to 1.3, condition 2.1
system Jacobian      7 by 7
condition 19
start values: 2 may be fixed, the model fixes 1
a regular choice  x1, der(x1)
moved from its start value 0.5
====
// Car axis: moving constraints, and blocks of several sizes.
model CarAxis "Car axis on bumpy road: stiff-ish index-3 DAE with rheonomic constraints (Bari/CWI IVP test set II-17)"
  constant Real pi = 3.14159265358979323846264338328;
  parameter Real L = 1;
  parameter Real L0 = 0.5;
  parameter Real eps = 0.01;
  parameter Real M = 10;
  parameter Real h = 0.1;
  parameter Real tau = pi/5;
  parameter Real omega = 10;
  parameter Real g = 1;
  Real xl(start = 0);
  Real yl(start = 0.5, fixed = true);
  Real xr(start = 1);
  Real yr(start = 0.5, fixed = true);
  Real ul(start = -0.5);
  Real vl(start = 0, fixed = true);
  Real ur(start = -0.5);
  Real vr(start = 0, fixed = true);
  Real lam1(start = 0);
  Real lam2(start = 0);
  Real yb = h*sin(omega*time);
  Real xb = sqrt(L^2 - yb^2);
  Real Ll = sqrt(xl^2 + yl^2);
  Real Lr = sqrt((xr - xb)^2 + (yr - yb)^2);
equation
  der(xl) = ul;
  der(yl) = vl;
  der(xr) = ur;
  der(yr) = vr;
  eps^2*M/2*der(ul) = (L0 - Ll)*xl/Ll + lam1*xb + 2*lam2*(xl - xr);
  eps^2*M/2*der(vl) = (L0 - Ll)*yl/Ll + lam1*yb + 2*lam2*(yl - yr) - eps^2*M/2*g;
  eps^2*M/2*der(ur) = (L0 - Lr)*(xr - xb)/Lr - 2*lam2*(xl - xr);
  eps^2*M/2*der(vr) = (L0 - Lr)*(yr - yb)/Lr - 2*lam2*(yl - yr) - eps^2*M/2*g;
  0 = xl*xb + yl*yb;
  0 = (xl - xr)^2 + (yl - yr)^2 - L^2;
  annotation(experiment(StartTime = 0, StopTime = 3));
end CarAxis;
----
involute analyze MODEL
----
status 0
top equations in blocks of 6, 1 (4 times)
xb = sqrt(L^2 - yb^2)
the derivative of 0 = xl*xb + yl*yb (model.mo:35)
constraint Jacobian  6 by 10, full rank, singular values 0.47 to 1.3, condition 2.8
system Jacobian      6 by 6
start values: 4 may be fixed, the model fixes 4
free              yl, yr, ul, vl, ur, vr
a regular choice  yl, yr, vl, vr
====
// Two equations too many: one gives a constraint its derivative, one says nothing new.
model Over
  Real x(start = 0.6), y(start = 0.8), F, u, v;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x;
  der(v) = -F*y - 1;
  x^2 + y^2 = 1;
  2*x^2 + 2*y^2 = 2;
  x*u + y*v = 0;
end Over;
----
involute analyze MODEL
----
status 0
structure  7 equations, 5 unknowns; index 2, 2 degrees of freedom
x^2 + y^2 = 1      0   0   .   .   .     0
x*u + y*v = 0      0   0   .   0   0*    1
constraint Jacobian  2 by 4, full rank
redundant equations: they follow from others
  2*x^2 + 2*y^2 = 2 (model.mo:10)
a regular choice  x, u
====
// Two equations too many: one gives a constraint its derivative, one says nothing new.
model Over
  Real x(start = 0.6), y(start = 0.8), F, u, v;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x;
  der(v) = -F*y - 1;
  x^2 + y^2 = 1;
  2*x^2 + 2*y^2 = 2;
  x*u + y*v = 0;
end Over;
----
involute analyze MODEL --json
----
status 0
"redundant": [
"equation": "2*x^2 + 2*y^2 = 2",
"where": "model.mo:10"
"constraint_jacobian": {
"rank": 2,
"fixed": 0,
"independent": [
"x",
"u"
"x": "start",
====
// A loop that is not linear is prolonged, and so is nothing else.
model Loop
  Real x(start = 0.5, fixed = true), y(start = 1), z(start = 1), w;
equation
  der(x) = -x*y + z;
  y^3 + z = 1 + x;
  exp(z)*0.2 + y = 1.5 - 0.3*x;
  der(w) = x*w;
end Loop;
----
involute analyze MODEL
----
status 0
top equations in blocks of 2, 1 (2 times); 1 of 3 blocks prolonged
free              x, y, z, w
a regular choice  x, w
