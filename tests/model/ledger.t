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
... and 2 rows with smaller residuals
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
====
// Terms that cancel leave their round-off, which is no violated equation: later formulas read the values of earlier ones.
model Identities
  Real x(start = 0.5, fixed = true), a, b, c, s(start = 0, fixed = true);
equation
  der(x) = cos(3*time);
  a = cosh(x)^2 - sinh(x)^2 - 1;
  b = 1e3*a + (exp(x) - cosh(x) - sinh(x));
  c = b - 1e3*a;
  der(s) = c + b;
end Identities;
----
involute run MODEL --stop 5 --rtol 1e-9
----
status 0
done at t = 5
====
// The same along a chain of sums: differences of nearly equal partial sums.
model Partial
  parameter Integer n = 12;
  Real x(start = 1, fixed = true), p[n], d[n], s(start = 0, fixed = true);
equation
  der(x) = -x;
  p[1] = 1e8*x;
  for i in 2:n loop
    p[i] = p[i - 1] + x/i;
  end for;
  d[1] = p[1] - 1e8*x;
  for i in 2:n loop
    d[i] = (p[i] - p[i - 1] - x/i)*1e-3 + d[i - 1];
  end for;
  der(s) = sum(d);
end Partial;
----
involute run MODEL --stop 2 --method dopri54
----
status 0
done at t = 2
====
// Combined equations keep the digits of the decimals that were written: w agrees with its own formula in the file.
model Combined
  parameter Real V = 0.0259, I = 3.17e-9, C = 4.7e-7, R = 8200, a = 0.987;
  Real x(start = 0.3, fixed = true), y(start = 0.2), z(start = 0.25), w = I*(exp((y - z)/V) - 1);
equation
  C*(der(x) - der(y)) - 0.31847/R + x/R + a*w = 0;
  C*(der(y) - der(x)) - 1.5022275/R + y*(1/R + 2/R) + (1 - a)*w = 0;
  2.2e-7*der(z) - w + z/R = 0;
end Combined;
----
involute run MODEL --stop 0.01 --rtol 1e-8 --every 0.002 --quiet --output - | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } NR > 1 { e = 3.17e-9*(exp(($c["y"] - $c["z"])/0.0259) - 1); r = ($c["w"] - e)/e; if (r < 0) r = -r; if (r > 1e-13) print "missed by " r; n++ } END { print n " rows" }'
----
status 0
6 rows
!missed
====
// Equations that cancel are met together: each hidden combination and each equation as it was written.
model Doubled
  Real x(start = 1, fixed = true), y, z, u = x - y, v = 1000.1*x - 1000*y;
equation
  der(x) + 0.3*der(y) = z;
  0.37*der(x) + 0.111*der(y) = 0.37*z + x - y - 1e-3*time;
  z = -x*v;
end Doubled;
----
involute run MODEL --rtol 1e-9 --json 2>/dev/null | awk '/scaled_max/ { n++; sub(/,/, "", $2); if (!($2 <= 4)) bad++ } END { print n " rows, " bad+0 " beyond" }'
----
status 0
8 rows, 0 beyond
====
// A residual that no shorter step takes away ends the run at once.
model Parting
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real C1 = x^2 + y^2 - 1 annotation(__involute(constraint = true));
  Real C2 = x^2 + y^2 - 1 - time^6 annotation(__involute(constraint = true));
equation
  der(x) = y;
  der(y) = -x;
end Parting;
----
involute run MODEL --json | awk '/"rejected"/ { sub(/,/, "", $2); print ($2 < 20 ? "few rejections" : "many") }'
involute run MODEL
----
status 4
few rejections
follows from the others near the start, but does not hold here
The equations contradict each other from here on
====
// A unit of round-off that has lost its meaning is named, with the digits that are left.
model Charge
  Real e1, e2(start = 1e11, fixed = true), q1, q2, q3, i;
equation
  e1 = 2*sin(time);
  q1 = e1 - e2;
  q2 = e2 + 0.5*e2^3;
  q3 = e1;
  der(q1) + der(q3) + i = 0;
  der(q2) - der(q1) + e2 = 0;
end Charge;
----
involute run MODEL
involute run MODEL --set e2=1 2>&1 | grep ill-conditioned || echo not so with e2 = 1
----
status 0
is ill-conditioned: its terms cancel so much that round-off leaves
done at t = 1
not so with e2 = 1
====
// An equation more than there are unknowns is in the ledger with its rate, too.
model Circle
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -y;
  der(y) = x;
  x^2 + y^2 = 1;
end Circle;
----
involute run MODEL --json 2>/dev/null | tr -d ' \n' | tr '{' '\n' | grep '^"equation":"x^2+y^2=1"' | sed 's/"max".*//'
----
status 0
"where":"model.mo:7","level":0,"kind":"explicit",
"where":"model.mo:7","level":1,"kind":"hidden",
====
// Rates that are solved for one by one from large terms meet what they follow from together.
model Square
  Real x(start = 1, fixed = true), y, b(start = 0, fixed = true);
equation
  y = x^2;
  der(y) = -2*y;
  1.5022275*der(x) + 1.7*123456.789*(der(b)/0.999999999 - x/0.999999999) = -1.5022275*x;
  0 = 123456.789*(der(b)/0.999999999 - x/0.999999999);
end Square;
----
involute run MODEL --points 20 --output r.csv > /dev/null && awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { d = $at["der(y)"] - 2*$at["x"]*$at["der(x)"]; if (d*d > 4e-31) bad++ } END { print NR - 1 " rows, " bad+0 " missed" }' r.csv
----
status 0
21 rows, 0 missed
====
// What can only follow says so when it does not: the rates part before the values do.
model Turned
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -y;
  der(y) = 1.0000000001*x;
  x^2 + y^2 = 1;
end Turned;
----
involute run MODEL
----
status 4
a derivative of x^2 + y^2 = 1 (model.mo:7) follows from the others near the start, but does not hold here
The equations contradict each other from here on
====
// Where asin has an infinite slope, its error is the root of that of its argument: a
// unit with half the digits. It was infinite, and the row 'in doubt with -inf digits'.
model Cut
  Real x(start = 0, fixed = true), y;
equation
  y = asin(min(1, 0.5*time));
  der(x) = y;
end Cut;
----
involute run MODEL --stop 3
----
status 0
Cut: done at t = 3
!ill-conditioned
====
// A slope without bound at 0: round-off is as large as the terms.
model Root
  Real x(start = 0, fixed = true);
equation
  der(x) = 3*x^(2/3);
end Root;
----
involute run MODEL --stop 2
----
status 0
leaves none of their 16 digits; a residual as large as the terms is accepted
!inf of
!of 1e-0
