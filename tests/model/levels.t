// [Baese] Example 2.7: the constraints by level, in the form that is printed there.
model Circuit
  Real q1, q2(start = 0, fixed = true), e1, e2, iV;
equation
  0 = der(q1) + e1 + iV;
  0 = der(q2) - der(q1) + e2;
  0 = e1 - sin(100*time);
  0 = q1 - e1 + e2;
  0 = q2 - e2;
end Circuit;
----
involute analyze MODEL --ambient first-order
----
status 0
constraints of the first-order form, derivatives eliminated
  level 0  e1 - sin(100*time) = 0
  level 0  q1 - e1 + e2 = 0
  level 0  q2 - e2 = 0
  level 1  2*e1 + e2 + 2*iV + 100*cos(100*time) = 0
  maximal constraint level  1
  algebraic     e1 (required), e2 (required), iV (required), q2
  differential  q1
====
// The same in the default coordinates, in which no hidden constraint is needed to solve it.
model Circuit
  Real q1, q2(start = 0, fixed = true), e1, e2, iV;
equation
  0 = der(q1) + e1 + iV;
  0 = der(q2) - der(q1) + e2;
  0 = e1 - sin(100*time);
  0 = q1 - e1 + e2;
  0 = q2 - e2;
end Circuit;
----
involute analyze MODEL
----
status 0
3 coordinates with time, 1 constraint
  level 1  2*e1 + e2 + 2*iV + 100*cos(100*time) = 0
!differential  q1
====
// [Baese] Example 2.13, (2.8) and its first selection.
model Pendulum
  parameter Real m = 1, l = 1, g = 11.16;
  Real x(start = 0.5, fixed = true), y(start = -sqrt(3)/2);
  Real v(start = -0.5, fixed = true), w(start = -sqrt(1/12)), lambda;
equation
  der(x) = v;
  der(y) = w;
  m*der(v) = -2*x*lambda;
  m*der(w) = -2*y*lambda - m*g;
  x^2 + y^2 = l^2;
end Pendulum;
----
involute analyze MODEL --ambient first-order
----
status 0
  level 0  x^2 + y^2 - l^2 = 0
  level 1  2*x*v + 2*y*w = 0
  level 2  2*v^2 + 2*w^2 - 2*g*y - 4*lambda*(x^2 + y^2)/m = 0
  maximal constraint level  2
  algebraic     lambda (required), y, w
  differential  x, v
====
// Its second selection, at the lowest point: both positions are solved for.
model Pendulum
  parameter Real m = 1, l = 1, g = 11.16;
  Real x(start = 0, fixed = true), y(start = -1);
  Real v(start = -sqrt(3.5), fixed = true), w(start = 0), lambda(start = 7.33);
equation
  der(x) = v;
  der(y) = w;
  m*der(v) = -2*x*lambda;
  m*der(w) = -2*y*lambda - m*g;
  x^2 + y^2 = l^2;
end Pendulum;
----
involute analyze MODEL --ambient first-order
----
status 0
  algebraic     lambda (required), x, y
  differential  v, w
====
// [Baese] Example 3.13, from a consistent point.
model Components
  Real x1(start = 1, fixed = true), x2(start = -2), x3(start = 0);
equation
  der(x1) = x1;
  der(x2) = x2;
  2*x1 + x2 = 0;
  x1 + x2/2 + x3 = 0;
end Components;
----
involute analyze MODEL --ambient first-order --json
----
status 0
"text": "2*x1 + x2 = 0"
"text": "x1 + 0.5*x2 + x3 = 0"
"algebraic_components": [
"x3",
"x1"
"differential_components": [
"x2"
====
// Equations of second order, or with derivatives in products, are of another form.
model Second
  Real x(start = 1, fixed = true), y, F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 1;
  x^2 + y^2 = 1;
end Second;
----
involute analyze MODEL
----
status 0
hidden constraints
!first-order form
====
// A hidden constraint whose factor is divided by parameters and by them again.
model Divided
  parameter Real a = 2, b = 3;
  Real x(start = 1), y, z;
equation
  a*der(x) = b*y;
  b*der(y) = a*z;
  a*x = sin(time);
end Divided;
----
involute analyze MODEL
----
status 0
  level 0  a*x - sin(time) = 0
  level 1  b*y - cos(time) = 0
  level 2  a*z + sin(time) = 0
  maximal constraint level  2
