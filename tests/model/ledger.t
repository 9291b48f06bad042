// The ledger: every equation with its place, kind and level, and residuals in units of round-off.
model Pendulum
  Real x(start = 1, fixed = true), y(start = 0), u, v, F;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x;
  der(v) = -F*y - 9.81;
  x^2 + y^2 = 1 annotation(__involute(name = "rod"));
end Pendulum;
----
involute run MODEL --json 2>/dev/null | tr -d ' \n' | tr '{' '\n' | grep '^"equation":"rod:' | sed 's/"max".*//'
----
status 0
"where":"model.mo:9","level":0,"kind":"explicit",
"where":"model.mo:9","level":1,"kind":"hidden",
"where":"model.mo:9","level":2,"kind":"top",
====
// All of them within the bound, whatever the method, retraction and tolerance.
model Pendulum
  Real x(start = 1, fixed = true), y(start = 0), u, v, F;
equation
  der(x) = u;
  der(y) = v;
  der(u) = -F*x;
  der(v) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
for a in "--method rk4 --step 0.05" "--method heun --rtol 1e-3" "--method dopri54 --retraction orthogonal" "--project stages --retraction normal" "--method bs32 --advance low --rtol 1e-4"; do involute run MODEL --stop 10 --json $a 2>/dev/null | awk '/scaled_max/ { n++; sub(/,/, "", $2); if (!($2 <= 4)) bad++ } END { print n " rows, " bad+0 " beyond" }'; done
----
status 0
7 rows, 0 beyond
7 rows, 0 beyond
7 rows, 0 beyond
7 rows, 0 beyond
7 rows, 0 beyond
====
// Without a retraction the residuals are reported, not enforced.
model Pendulum
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
end Pendulum;
----
involute run MODEL --stop 10 --retraction none --rtol 1e-4
----
status 0
retraction none
ledger: largest residuals over the run, and in units of round-off
x^2 + y^2 = 1
e+
====
// The worst row comes first, and many rows are cut short.
model Chain
  Real x1(start = 1, fixed = true), x2(start = 1, fixed = true), x3(start = 1, fixed = true), x4(start = 1, fixed = true);
  Real y1, y2, y3, y4;
equation
  der(x1) = -y1; der(x2) = -y2; der(x3) = -y3; der(x4) = -y4;
  y1 = x1; y2 = x2; y3 = x3; y4 = x4;
end Chain;
----
involute run MODEL
----
status 0
structure  8 equations, 8 unknowns; index 1, 4 degrees of freedom
ledger
... and 2 rows with less
final values
====
// Nonlinear in the highest derivative: the equation becomes a constraint, its derivative the top equation.
model Implicit
  Real x(start = 1, fixed = true);
equation
  der(x) + der(x)^3 = -x;
end Implicit;
----
involute run MODEL --json | tr -d ' \n' | tr '{' '\n' | grep '^"equation"' | sed 's/"max".*//'
----
status 0
"level":0,"kind":"explicit",
"level":1,"kind":"top",
