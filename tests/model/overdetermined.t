// Systems of the papers that must be refused, completed or caught; those with solutions are in models/ and tests/reference.
// Tuomela, Arponen 2000, Remark 3.1: Hilbert's example has no equation for one of its unknowns.
model Hilbert
  Real y1(start = 0, fixed = true), y2(start = 0, fixed = true);
equation
  der(y1) = der(der(y2))^2;
end Hilbert;
----
involute run MODEL --output a.csv
----
status 1
error: the 2 unknowns y1, y2 occur in only 1 equation that could determine them; add 1 equation
no file a.csv
====
// Remark 3.2: not involutive as it stands; der(y1) = 0 follows and must hold from the start.
model Remark
  Real y1(start = 7), y2(start = 1, fixed = true), v1 = der(y1);
equation
  y1 + 1 = 0;
  der(y2) + 1 = 0;
end Remark;
----
involute run MODEL --stop 0.5 --method euler --step 0.5 --points 1 --output -
----
status 0
time,y1,y2,v1
0.5,-1,0.5,0
====
model Remark
  Real y1, y2(start = 1, fixed = true);
equation
  y1 + 1 = 0;
  der(y2) + 1 = 0;
initial equation
  der(y1) = 0.5;
end Remark;
----
involute run MODEL
----
status 1
error: no consistent initial values found: the derivative of y1 + 1 = 0 (model.mo:4) and der(y1) = 0.5 (model.mo:7) contradict each other
====
// In its involutive form.
model Remark
  Real y1, y2(start = 1, fixed = true);
equation
  y1 + 1 = 0;
  der(y1) = 0;
  der(y2) + 1 = 0;
end Remark;
----
involute analyze MODEL
----
status 0
3 equations, 2 unknowns; index 
1 degree of freedom
====
// Kunkel, Mehrmann 2006, chapter 3: a regular pencil at every time, and yet one function is free: x1 = t x2 is all that is said.
model Undetermined
  Real x1(start = 1), x2(start = 1);
equation
  -time*der(x1) + time^2*der(x2) = -x1;
  -der(x1) + time*der(x2) = -x2;
  annotation(experiment(StartTime = 1, StopTime = 2));
end Undetermined;
----
involute run MODEL --output a.csv
----
status 1
model.mo:
error:
!contradict
no file a.csv
====
// Bäse 2017, section 4.4, as printed: the second constraint is the derivative of the first only if l is constant.
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
end WindPendulum;
----
involute run MODEL --output a.csv >log 2>&1; s=$?; cat log; grep -o 'model.mo:[0-9]*' log | sort -u; exit $s
----
status 1
error:
model.mo:11
model.mo:12
no file a.csv
====
// With the third constraint as printed and the second one right: the acceleration lacks -2(l'^2 + l l'').
model WindPendulum
  parameter Real m = 2, g = 9.78;
  Real x(start = 0, fixed = true), y(start = -2), v(start = 0, fixed = true), w, lambda;
  Real l = 0.5 + 0.03*(50 - time), dl = -0.03, alpha = 1 - 0.04*time;
equation
  der(x) = v;
  der(y) = w;
  m*der(v) = -2*x*lambda + m*alpha;
  m*der(w) = -2*y*lambda - m*g;
  x^2 + y^2 = l^2;
  2*x*v + 2*y*w - 2*l*dl = 0;
  2*v^2 + 2*w^2 + 2*x*alpha - 4/m*l^2*lambda - 2*g*y = 0;
end WindPendulum;
----
involute run MODEL --output a.csv
----
status 1
model.mo:13
no file a.csv
====
// Tuomela, Arponen 2001, (6.7): as an equation, the energy of a four bar linkage that a torque drives leaves no motion at all.
model FourBar
  parameter Real a = 1, b = 2, c = 1.5, d = 2, m1 = 0.2, m2 = 0.1, T = 0.8, g = 9.81;
  Real x1(start = 0.5), y1(start = 0.866), x2(start = 2.4155), y2(start = 1.4413);
  Real l1, l2, l3;
equation
  m1*der(der(x1)) + y1*T/a^2 + x1*l1 - (x2 - x1)*l2 = 0;
  m1*der(der(y1)) - x1*T/a^2 + m1*g + y1*l1 - (y2 - y1)*l2 = 0;
  m2*der(der(x2)) + (x2 - x1)*l2 - (d - x2)*l3 = 0;
  m2*der(der(y2)) + m2*g + (y2 - y1)*l2 + y2*l3 = 0;
  (x1^2 + y1^2 - a^2)/2 = 0;
  ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0;
  ((d - x2)^2 + y2^2 - c^2)/2 = 0;
  m1*(der(x1)^2 + der(y1)^2)/2 + m2*(der(x2)^2 + der(y2)^2)/2 + g*(m1*y1 + m2*y2) = 3.2;
end FourBar;
----
involute run MODEL --output a.csv
----
status 1
error:
model.mo:14
no file a.csv
====
// Without the torque it takes a degree of freedom.
model FourBar
  parameter Real a = 1, b = 2, c = 1.5, d = 2, m1 = 0.2, m2 = 0.1, g = 9.81;
  Real x1(start = 0.5), y1(start = 0.866), x2(start = 2.4155), y2(start = 1.4413);
  Real l1, l2, l3;
equation
  m1*der(der(x1)) + x1*l1 - (x2 - x1)*l2 = 0;
  m1*der(der(y1)) + m1*g + y1*l1 - (y2 - y1)*l2 = 0;
  m2*der(der(x2)) + (x2 - x1)*l2 - (d - x2)*l3 = 0;
  m2*der(der(y2)) + m2*g + (y2 - y1)*l2 + y2*l3 = 0;
  (x1^2 + y1^2 - a^2)/2 = 0;
  ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0;
  ((d - x2)^2 + y2^2 - c^2)/2 = 0;
  m1*(der(x1)^2 + der(y1)^2)/2 + m2*(der(x2)^2 + der(y2)^2)/2 + g*(m1*y1 + m2*y2) = 3.2;
end FourBar;
----
involute run MODEL --stop 2
----
status 0
8 equations, 7 unknowns; index 3, 1 degree of freedom
====
// The index of a chain of pendula in which each rod depends on the tension before it is 2 P + 1, found at once.
----
timeout 2 involute analyze $ROOT/models/TensionChain.mo
----
status 0
index 15, 14 degrees of freedom
====
----
sed 's/P = 7/P = 3/' $ROOT/models/TensionChain.mo > three.mo && timeout 2 involute analyze three.mo
----
status 0
index 7, 6 degrees of freedom
