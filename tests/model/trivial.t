// What other names, signs and constants there are does not make coordinates.
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), 'a.s', 'b.s', 'a.f', 'b.f', 'c.v', k;
equation
  der(x) = v;
  'b.s' = 'a.s';
  'a.s' = x;
  'a.f' + 'b.f' = 0;
  'b.f' = 4*'b.s';
  der('c.v') = 'a.f'*k;
  'c.v' = v;
  k = 1;
end M;
----
involute run MODEL --stop 1 --rtol 1e-10 --json
----
status 0
"unknowns": 8
"index": 1
"dof": 2
"coordinates": 3
"constraints": 0
====
// Differentiated: without elimination this is a constraint on ten coordinates.
model M
  Real x(start = 1, fixed = true), y, z, w, u;
equation
  der(x) = -x + 0.1*u;
  y = -x + 3;
  z + y = 0;
  w = 2*z;
  u = der(w);
end M;
----
involute analyze MODEL
----
status 0
index 2, 1 degree of freedom
2 coordinates with time, 0 constraints, 0 invariants
  y = -x + 3           0   0*  .   .   .     1
  z + y = 0            .   0   0*  .   .     1
initial point
  x       1
  y       2
  z      -2
  w      -4
  u      -2.5
!hidden
====
// Derivatives that the model writes are shown, whatever stands for them.
model M
  Real x(start = 1, fixed = true), y, z;
equation
  der(x) + der(y) = -4*x;
  x = y;
  z + 2*x = 0;
  annotation(experiment(StopTime = 1, Tolerance = 1e-10));
end M;
----
involute run MODEL --output out.csv --points 1; head -1 out.csv
----
status 0
2 coordinates with time, 0 constraints
x = y                   model.mo:6  top            0
z + 2*x = 0             model.mo:7  top            0
x = y                   model.mo:6  top            1
final values
  x        0.1353352832
  y        0.1353352832
  z       -0.2706705664
  der(x)  -0.2706705664
  der(y)  -0.2706705664
time,x,y,z,der(x),der(y)
====
// A guess of another name is a guess of what stays; the sign counts.
model M
  Real x, y(start = -3), z(start = 7, fixed = true), v;
equation
  der(x) = v;
  der(v) = -x;
  x + y = 0;
  z = 2*v + 1;
end M;
----
involute analyze MODEL
----
status 0
note: 1 of 2 degrees of freedom is not fixed by the model; started nearest to the guesses, with x = 3
  x        3
  y       -3
  z        7
  v        3
====
// The own guess counts, unless another one is set by hand.
model M
  Real x(start = 1), y(start = 2);
equation
  der(x) = -x;
  y = x;
end M;
----
involute analyze MODEL | grep '^  x  '; involute analyze MODEL --set y=5 | grep '^  x  '
----
status 0
  x        1
  x        5
====
// Fixed values of two names that agree are one.
model M
  Real x(start = 2, fixed = true), y(start = -2, fixed = true), z(start = 1, fixed = true);
equation
  der(x) = -x;
  y = -x;
  z = 1;
end M;
----
involute analyze MODEL
----
status 0
1 degree of freedom
!note
====
model M
  Real x(start = 2, fixed = true), y(start = 2, fixed = true), z;
equation
  der(x) = -x;
  z = -x;
  y = z;
end M;
----
involute analyze MODEL
----
status 1
no consistent initial values found
x = 2 (fixed), y = 2 (fixed)
====
model M
  Real x(start = 2, fixed = true), y(start = 3, fixed = true);
equation
  der(x) = -x*y;
  y = 1;
end M;
----
involute analyze MODEL
----
status 1
no consistent initial values found: y = 1 (model.mo:5)
y = 3 (fixed)
====
// One equation too many that says nothing new.
model M
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -y;
  x = y;
  2*y = 2*x;
end M;
----
involute run MODEL --stop 1
----
status 0
3 equations, 2 unknowns
redundant
  y        0.3678
====
model M
  Real x(start = 1, fixed = true), y, z(start = 0, fixed = true);
equation
  der(x) = if time < 0.5 then -y else -2*y;
  x = y;
  2*y = 2*x;
  der(z) = 1;
  when y < 0.5 then
    reinit(z, 10);
  end when;
end M;
----
involute run MODEL --stop 1 --rtol 1e-10
----
status 0
3 coordinates with time, 0 constraints
redundant
  y        0.22313016
  z       10.40342640
====
model M
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -y;
  x = y;
  2*y = 2*x + 1;
end M;
----
involute analyze MODEL
----
status 1
contradicts
together they imply 0 =
====
model M
  Real a, b, c;
equation
  a = b;
  b = c;
  c = a;
end M;
----
involute analyze MODEL
----
status 1
model.mo:6:3: error: this equation repeats what a = b (model.mo:4) and b = c (model.mo:5) have already stated
====
model M
  Real a, b;
equation
  a = 1;
  a = 2;
end M;
----
involute analyze MODEL
----
status 1
error: no equation determines b
====
// A variable that is eliminated can be set and asked for at events.
model M
  Real h(start = 1, fixed = true), v(start = 0, fixed = true), 'f.s', 'f.v', down;
  discrete Real last(start = 0);
equation
  der(h) = v;
  der(v) = -9.81;
  'f.s' = h;
  'f.v' = v;
  down + 'f.v' = 0;
  when 'f.s' < 0 then
    reinit('f.v', 0.5*pre(down));
    last = pre('f.v');
  end when;
  annotation(experiment(StopTime = 0.6, Tolerance = 1e-10));
end M;
----
involute run MODEL
----
status 0
3 coordinates with time, 0 constraints
  h        0.220702226
  v        0.758170377
  down    -0.758170377
  last    -4.429446918
====
// In one mode two variables are one, in the other they are free.
model M
  Real x(start = 0, fixed = true), y(start = 1, fixed = true), f;
  Boolean stuck(start = false);
equation
  der(x) = 1 + f;
  der(y) = -f;
  if stuck then x = y; else f = 0; end if;
  when {x > y, time > 2} then
    stuck = time < 2;
  end when;
end M;
----
involute run MODEL --stop 3 --rtol 1e-10
----
status 0
  x      2.5
  y      1.5
====
// Initial equations and tuned parameters with eliminated variables.
model M
  parameter Real p(fixed = false, start = 2);
  Real x(start = 1, fixed = true), y, q;
initial equation
  der(y) = 0;
equation
  der(x) = p - 3*y;
  x = y;
  q = p;
end M;
----
involute analyze MODEL
----
status 0
2 coordinates with time, 0 constraints
  q        3
  der(x)
  der(y)
====
// Initial equations between names of one variable hold, or not.
model M
  Real x, y, z;
initial equation
  y = x;
  z = 1;
  x = 3*z;
equation
  der(x) = -x;
  x = y;
  z = 1;
end M;
----
involute analyze MODEL
----
status 0
  x        3
!note
====
model M
  Real x, y, z;
initial equation
  z = 2;
equation
  der(x) = -x;
  x = y;
  z = 1;
end M;
----
involute analyze MODEL
----
status 1
no consistent initial values found
z = 2 (model.mo:4)
====
// An invariant of eliminated variables.
model M
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), y, w;
  Real E = y^2 + w^2 annotation(__involute(invariant = true));
equation
  der(x) = v;
  der(v) = -y;
  y = x;
  w + v = 0;
end M;
----
involute run MODEL --stop 1
----
status 0
3 coordinates with time, 1 constraint, 1 invariant
  x        0.5403
====
// What follows time stays a constraint, so that no jump is stepped over.
model M
  Real x, y, v;
equation
  x = sin(time);
  y = x;
  v = der(y);
end M;
----
involute analyze MODEL
----
status 0
2 coordinates with time, 1 constraint, 0 invariants
====
// Explicit equations that are needed differentiated: angles of a shaft.
model M
  parameter Real ratio = 3;
  Real phi1, phi2(start = 0, fixed = true), rel(start = 0.1, fixed = true), phi3, w1, w2(start = 1, fixed = true), w3, wrel(start = 0, fixed = true);
  Real t;
equation
  phi1 = ratio*phi2;
  rel = phi3 - phi2;
  w1 = der(phi1);
  w2 = der(phi2);
  w3 = der(phi3);
  wrel = der(rel);
  2*der(w1) = -t;
  der(w2) = ratio*t + 5*rel;
  der(w3) = -5*rel;
end M;
----
involute analyze MODEL
----
status 0
4 degrees of freedom
5 coordinates with time, 0 constraints, 0 invariants
!note
====
// A fixed value of what others make up holds at the start.
model M
  parameter Real r = 3;
  Real p1(start = 0.3, fixed = true), w1(start = 6, fixed = true), p2, w2, t;
equation
  p1 = r*p2;
  w1 = der(p1);
  w2 = der(p2);
  2*der(w1) = -t;
  der(w2) = r*t - p2;
end M;
----
involute analyze MODEL
----
status 0
2 degrees of freedom
3 coordinates with time, 0 constraints, 0 invariants
  p1       0.3
  w1       6
  p2       0.1
  w2       2
!note
====
model ConstantFrames
  Real base, bearing, wall, guide;
  Real s, v, f;
equation
  base = 0;
  base = bearing;
  bearing = wall;
  wall = guide;
  sin(guide)*der(v) + cos(guide)*s = sin(2*time);
  der(s) = v;
  der(v) = f + guide*f;
end ConstantFrames;
----
involute analyze MODEL
----
status 0
0 degrees of freedom
2 constraints
v - 2*cos(2*time) = 0
!redundant
====
// 3*0.1 is 0.30000000000000004: what comes from rounded numbers agrees to their round-off.
model NearlyAgree
  parameter Real p = 0.1;
  Real a, b, c, x(start = 1, fixed = true);
equation
  a = 3*p;
  b = a;
  c = b;
  c = 0.3;
  der(x) = -c*x;
end NearlyAgree;
----
involute run MODEL
----
status 0
  x         0.7408182
====
// Beyond that, constants contradict each other, however many names are between them.
model Contradict
  parameter Real p = 0.1;
  Real a, b, c, x(start = 1, fixed = true);
equation
  a = 3*p;
  b = a;
  c = b;
  c = 0.3000000001;
  der(x) = -c*x;
end Contradict;
----
involute run MODEL
----
status 1
error: 
contradict
