// Balance and structure: what completion finds wrong before any number is computed.
model M
  Real x(start = 1), y;
equation
  der(x) = -x;
end M;
----
involute analyze MODEL
----
status 1
model.mo:3:22: error: no equation determines y; there is 1 equation for 2 unknowns
====
model M
  Real x, y, z;
equation
  der(x) = y + z;
end M;
----
involute run MODEL --output a.csv
----
status 1
error: the 3 unknowns x, y, z occur in only 1 equation that could determine them; add 2 equations
no file a.csv
====
// As many equations as unknowns, but in the wrong place: both sides of the trouble are named.
model M
  Real x, y, z;
equation
  x + y = 1;
  x - y = 2;
  x*y = time;
end M;
----
involute analyze MODEL
----
status 1
model.mo:3:14: error: no equation determines z; there are 3 equations for 3 unknowns
error: 3 equations, including this one, contain only the 2 unknowns x, y
note: another of them
note: another of them
====
model M
  parameter Real p = 2;
  Real x, y;
equation
  der(x) = 1;
  p = 3;
end M;
----
involute analyze MODEL
----
status 1
error: no equation determines y
model.mo:6:3: error: this equation contains no unknown: p = 3
====
// The same in a model that has enough equations without it.
model M
  parameter Real p = 2;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  p = 3;
end M;
----
involute analyze MODEL
----
status 1
model.mo:7:3: error: this equation contains no unknown: p = 3
====
// The second one is no alias too many, it is a copy: both lines are named.
model M
  Real x, y;
equation
  der(x) = y;
  der(x) = y;
end M;
----
involute analyze MODEL
----
status 1
model.mo:6
model.mo:5
!contains no unknown
!1 unknowns
====
// A copy of an equation says nothing new.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  der(x) = -x;
end M;
----
involute run MODEL
----
status 0
M: done at t = 1 (stop-time)
structure  2 equations, 1 unknown; index 0, 1 degree of freedom
!nan
====
model M
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
  x^2 + y^2 = 1;
end M;
----
involute analyze MODEL
----
status 0
structure  4 equations, 3 unknowns; index 3, 2 degrees of freedom
====
// Every unknown has its equation, and yet one follows from the other.
model M
  Real x, y;
equation
  x + y = 1;
  2*x + 2*y = 2;
end M;
----
involute analyze MODEL
----
status 1
model.mo:6:3: error: this equation repeats what x + y = 1 (model.mo:5) has already stated
====
model M
  Real x, y;
equation
  der(x) + der(y) = 1;
  2*der(x) + 2*der(y) = x;
end M;
----
involute run MODEL
----
status 0
structure  2 equations, 2 unknowns; index 1, 1 degree of freedom
  x        2
  y        1
====
// A parameter that makes a derivative vanish changes the structure.
model M
  parameter Real eps = 0;
  Real x(start = 2, fixed = true), y;
equation
  eps*der(x) = 1 - x + y;
  der(y) = x;
end M;
----
involute run MODEL
----
status 0
index 1, 1 degree of freedom
====
model M
  parameter Real eps = 0;
  Real x(start = 2, fixed = true), y(start = 0, fixed = true);
equation
  eps*der(x) = 1 - x + y;
  der(y) = x;
end M;
----
involute run MODEL --set eps=0.5 --quiet
----
status 0
====
model M
  parameter Real a = b + 1;
  parameter Real b = 2*c;
  parameter Real c = a/3;
  Real x;
equation
  der(x) = a;
end M;
----
involute analyze MODEL
----
status 1
model.mo:2:18: error: the value of parameter a depends on itself: a -> b -> c -> a
====
model M
  parameter Real a;
  Real x(start = 0, fixed = true);
equation
  der(x) = a;
end M;
----
involute run MODEL
----
status 1
model.mo:2:18: error: parameter a has no value; give it one, or use --set a=VALUE
====
// ... and that advice helps.
model M
  parameter Real a, b;
  Real x(start = 0, fixed = true);
equation
  der(x) = a*b;
end M;
----
involute run MODEL --set a=3 --set b=2 --method euler --step 1 --points 1 --output -
----
status 0
1,6
====
model M
  parameter Real n = 0;
  parameter Real a = n/n;
  Real x;
equation
  der(x) = a;
end M;
----
involute analyze MODEL
----
status 1
model.mo:3:18: error: parameter a has the value nan, not a finite number
====
model M
  parameter Real n = 0, a = 1/n;
  Real x(start = 0, fixed = true);
equation
  der(x) = a;
end M;
----
involute analyze MODEL --set n=1e-320
----
status 1
error: parameter a has the value inf, not a finite number
====
model M
  parameter Real n = 1;
  Real x;
equation
  der(x) = n;
end M;
----
involute run MODEL --set n=nan
----
status 2
error: 'n=nan': 'nan' is not a finite number
====
model M
  parameter Real n = 1;
  Real x(nominal = n);
equation
  der(x) = n;
end M;
----
involute run MODEL --set n=0
----
status 1
model.mo:3:8: error: the nominal value of x is 0; it must be finite and not zero
====
// Numbers of very different size in one loop are no singularity.
model M
  Real p, q;
equation
  p = 1e5 + 1e13*q;
  q = 1e-13*(3e5 - p);
end M;
----
involute run MODEL --points 1 --output -
----
status 0
time,p,q
====
// Overdetermined, and the extra equation does not follow from the others: only rest is left.
model M
  Real x(start = 1), y(start = 0);
equation
  der(x) = y;
  der(y) = -x;
  x*y = 0;
end M;
----
involute run MODEL
----
status 0
structure  3 equations, 2 unknowns; index 0, 0 degrees of freedom
====
// Overdetermined and consistent: the extra equation takes a degree of freedom.
model M
  Real x(start = 1), y(start = 0);
equation
  der(x) = y;
  der(y) = -x;
  x^2 + y^2 = 1;
end M;
----
involute analyze MODEL
----
status 0
structure  3 equations, 2 unknowns; index 0, 1 degree of freedom
3 coordinates with time, 1 constraint, 0 invariants
====
// What cancels has no derivative to offer.
model M
  Real q(start = 1, fixed = true), e;
equation
  der(q) - der(q) + e = 1;
  q = 2*e - 1;
end M;
----
involute run MODEL
----
status 0
e 1
====
// Variables that completion introduces have no start value to be read. This order of lines asked for one.
model Linkage
  Real mu[3];
  Real x1(start = 0.5), y1(start = 0.8660254), x2(start = 2.5), y2(start = 0.8660254);
initial equation
  der(x1) = 0;
  x1 = 0.5;
equation
  y1 - y2 = 0;
  0.2*der(der(x1)) + 0.8*y1 + mu[3] = 0;
  0.1*der(der(x2)) + (2*x2 - 4)*mu[1] - mu[3] = 0;
  0.1*der(der(y2)) + 1 + 2*y2*mu[1] - mu[2] = 0;
  x1 - x2 + 2 = 0;
  x2^2 + y2^2 - 4*x2 + 3 = 0;
  0.2*der(der(y1)) - 0.8*x1 + 2 + mu[2] = 0;
end Linkage;
----
involute run MODEL
----
status 0
Linkage: done at t = 1
index 3, 2 degrees of freedom
