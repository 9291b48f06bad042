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
--newton inexact belongs to the orthogonal retraction; the chart retraction takes simplified or exact
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
there is no 'exat'; did you mean 'exact'?
