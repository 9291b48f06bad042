model Pendulum
  parameter Real L = 1, g = 9.81;
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
----
involute invariants MODEL
----
status 0
Pendulum: 1 independent conserved quantity
1  der(x)^2 + der(y)^2 + 2*g*y
degree 2
for all values of the parameters
searched: sums of
atan2(y, x)
====
model Lorenz
  Real x(start = 1), y(start = 1), z(start = 20);
equation
  der(x) = 10*(y - x);
  der(y) = x*(28 - z) - y;
  der(z) = x*y - 8/3*z;
end Lorenz;
----
involute invariants MODEL --degree 4
----
status 0
Lorenz: 0 independent conserved quantities
searched: sums of 69 products up to degree 4 of 4 generators: time, coordinates
====
model Kowalevski
  parameter Real A = 2, B = 2, C = 1, k = 0.8;
  Real p(start = 0.3), q(start = 0.4), r(start = 1);
  Real a(start = 0.6), b(start = 0), c(start = 0.8);
equation
  A*der(p) = (B - C)*q*r;
  B*der(q) = (C - A)*r*p - k*c;
  C*der(r) = (A - B)*p*q + k*b;
  der(a) = r*b - q*c;
  der(b) = p*c - r*a;
  der(c) = q*a - p*b;
end Kowalevski;
----
involute invariants MODEL --degree 4 --json
----
status 0
"degree": 2
"generic": true
"degree": 4
"generic": false
"only_for": "A, B, C"
====
model Kepler
  Real x(start = 0.4), y(start = 0), vx(start = 0), vy(start = 2);
  Real r = sqrt(x^2 + y^2);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x/r^3;
  der(vy) = -y/r^3;
end Kepler;
----
involute invariants MODEL --quiet --write found.mo && involute run MODEL --with found.mo --stop 1
----
status 0
3 invariants
I1
====
model Kepler
  Real x(start = 0.4), y(start = 0), vx(start = 0), vy(start = 2);
  Real r = sqrt(x^2 + y^2);
  Real E = (vx^2 + vy^2)/2 - 1/r annotation(__involute(invariant = true));
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x/r^3;
  der(vy) = -y/r^3;
end Kepler;
----
involute run MODEL --find-invariants --stop 1
----
status 0
are kept from here on: 2
note: y*vx - x*vy
3 invariants
====
model Ball
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -pre(v));
  end when;
end Ball;
----
involute run MODEL --find-invariants --stop 1
----
status 0
t = 0: conserved quantities
kept from here on: 2
note: 100*v + 981*time
found 1
====
model Kepler
  Real x(start = 0.4), v(start = 1), F;
equation
  der(x) = v;
  der(v) = F;
  F = -x;
end Kepler;
----
involute invariants MODEL --degree 9
----
status 2
--degree 9: expected a whole number from 1 to 8
====
model Kepler
  Real x(start = 0.4), v(start = 1), F;
equation
  der(x) = v;
  der(v) = F;
  F = -x^3;
end Kepler;
----
involute invariants MODEL --generators 'x/v, 3'
----
status 2
--generators: 3 is constant
====
model Network "A chain of 300 reactions"
  parameter Real k = 2;
  Real x[300](each start = 1);
equation
  der(x[1]) = -k*x[1]^2;
  for i in 2:299 loop
    der(x[i]) = k*x[i-1]^2 - k*x[i]^2;
  end for;
  der(x[300]) = 2*k*x[299]^2;
end Network;
----
involute invariants MODEL
----
status 0
Network: 1 independent conserved quantity
2*x[1] + 2*x[2]
+ x[300]
residual 0
only linear laws were looked for, exactly
====
model GoryachevChaplygin
  parameter Real A = 4, B = 4, C = 1, k = 0.8;
  Real p(start = 0.4), q(start = 0.5), r(start = -1.2);
  Real a(start = 0.6), b(start = 0), c(start = 0.8);
equation
  A*der(p) = (B - C)*q*r;
  B*der(q) = (C - A)*r*p - k*c;
  C*der(r) = (A - B)*p*q + k*b;
  der(a) = r*b - q*c;
  der(b) = p*c - r*a;
  der(c) = q*a - p*b;
end GoryachevChaplygin;
----
involute invariants MODEL
----
status 0
GoryachevChaplygin: 4 independent conserved quantities
A*p*a + B*q*b + C*r*c
proved; for all values of the parameters
k*p*c + p^2*r + q^2*r
proved for these values; only for these values of A, B, C; only on the level A*p*a + B*q*b + C*r*c = 0
also on the level of the start
====
model GoryachevChaplygin "Written without what holds on one level alone"
  parameter Real A = 4, B = 4, C = 1, k = 0.8;
  Real p(start = 0.4), q(start = 0.5), r(start = -1.2);
  Real a(start = 0.6), b(start = 0), c(start = 0.8);
equation
  A*der(p) = (B - C)*q*r;
  B*der(q) = (C - A)*r*p - k*c;
  C*der(r) = (A - B)*p*q + k*b;
  der(a) = r*b - q*c;
  der(b) = p*c - r*a;
  der(c) = q*a - p*b;
end GoryachevChaplygin;
----
involute invariants MODEL --quiet --write found.mo && involute run MODEL --with found.mo --stop 1
----
status 0
3 invariants
====
model Oscillator
  Real x(start = 0.4), v(start = 1);
equation
  der(x) = v;
  der(v) = -x^3;
end Oscillator;
----
involute invariants MODEL --generators 'floor(x)'
----
status 2
--generators: floor(x) has jumps
====
model Switch "A spring that is stiffer on one side, with a friction that begins later"
  parameter Real k = 1, s = 4, d = 0.2;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = (if x > 0 then -k*x else -s*x) - (if time > 7 then d*v else 0);
end Switch;
----
involute run MODEL --find-invariants --stop 10
----
status 0
t = 0: conserved quantities
kept from here on: 1
note: k*x^2 + v^2
t = 1.570796
note: v^2 + s*x^2
t = 7: conserved quantities
kept from here on: 0
found 2: v^2 + s*x^2
====
model Disc "A stiffness that a clock changes, more often than a mode is searched"
  discrete Real k(start = 1, fixed = true);
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -k*x;
  when sample(1, 1) then
    k = pre(k) + 0.5;
  end when;
end Disc;
----
involute run MODEL --find-invariants --stop 10
----
status 0
note: x^2 + v^2
note: 3*x^2 + 2*v^2
note: 9*x^2 + 2*v^2
t = 8: this mode has been searched for conserved quantities 8 times
====
model Rectified "A kink without an event"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = if x > 0.5 then -x else -x - abs(x - 0.25);
end Rectified;
----
involute run MODEL --find-invariants --stop 4
----
status 0
note: x^2 + v^2
are kept from here on: 0
====
model LotkaVolterra "A logarithm in another equation has no value where x = 0"
  Real x(start = 0.5), y(start = 0.5);
  Real H = log(x) - x + log(y) - y;
equation
  der(x) = -x + x*y;
  der(y) = y - x*y;
end LotkaVolterra;
----
involute invariants MODEL
----
status 0
log(x) - x - y + log(y)
====
model Free "Notes of the completion are told once"
  Real x(start = 0.4), v(start = 1);
equation
  der(x) = v;
  der(v) = -x;
end Free;
----
involute run MODEL --find-invariants --stop 1 2>&1 | grep -c 'degrees of freedom are not fixed'
----
status 0
1
====
model Wall "A wall so far away that the search does not see it"
  Real x(start = 0, fixed = true), v(start = 100, fixed = true);
equation
  der(x) = v;
  der(v) = -100*max(0, x - 1e5);
end Wall;
----
involute run MODEL --find-invariants --stop 1003
----
status 0
note: v
t = 1000
the run goes on without a conserved quantity that was found: found 1: v is constant no longer, its rate of change is
Wall: done; conserved quantities that were found and dropped later: 2
until t = 1000
====
model Wall "The same for programs; the solution is that without the quantities"
  Real x(start = 0, fixed = true), v(start = 100, fixed = true);
  Real error = if time < 1000 + 3.14159265358979/10 then 0 else v + 100;
equation
  der(x) = v;
  der(v) = -100*max(0, x - 1e5);
end Wall;
----
involute run MODEL --find-invariants --stop 1003 --json --rtol 1e-8 | python3 -c '
import json, sys
r = json.load(sys.stdin)
rows = [q for q in r["ledger"]["constraints"] if q["kind"] == "invariant"]
print(len(rows), all(1000 <= q["until"] < 1000.4 and not q["left_out"] for q in rows), r["enforced"])
print(abs(r["final"]["error"]) < 1e-3)' # needs python3
----
status 0
2 True True
True
====
model Bumpers "Kinks that conserve momentum: nothing is dropped"
  parameter Real m = 2, k = 50;
  Real x(start = 0, fixed = true), y(start = 2, fixed = true);
  Real v(start = 3, fixed = true), w(start = 0, fixed = true);
  Real F = k*max(0, x - y + 1);
equation
  der(x) = v;
  der(y) = w;
  m*der(v) = -F;
  der(w) = F;
end Bumpers;
----
involute run MODEL --find-invariants --stop 4
----
status 0
note: w + m*v
!goes on without
!until t
====
model Declared "What the user declares stays an error"
  Real x(start = 0, fixed = true), v(start = 100, fixed = true);
equation
  der(x) = v;
  der(v) = -100*max(0, x - 1e5);
  annotation(__involute(invariants = {invariant(name = "momentum", expr = v)}));
end Declared;
----
involute run MODEL --stop 1003
----
status 4
the declared invariant momentum
is not constant: its rate of change is
====
model Thrown "Every retraction goes on without what is dropped, and constant steps do"
  Real x(start = 0, fixed = true), v(start = 2000, fixed = true);
equation
  der(x) = v;
  der(v) = -9.81 - 0.1*max(0, x - 1e5);
end Thrown;
----
for how in "--retraction normal" "--retraction orthogonal" "--retraction chart" "--retraction radial" "--method radau" "--method rk4 --step 0.01"; do
  involute run MODEL --find-invariants --stop 100 --rtol 1e-9 $how 2>/dev/null | grep -e 'dropped later' -e '  v  *-1740.06'
done
----
status 0
dropped later: 2
-1740.06
dropped later: 2
-1740.06
dropped later: 2
-1740.06
dropped later: 2
-1740.06
dropped later: 2
-1740.06
dropped later: 2
-1740.06
====
// Standard output holds the file of --write, or the JSON, and nothing else.
model Spring
  Real x(start = 1), v(start = 0);
equation
  der(x) = v;
  der(v) = -x;
end Spring;
----
involute invariants MODEL --degree 2 --write - >found.mo && cat found.mo && involute run MODEL --with found.mo --stop 1 && involute invariants MODEL --degree 2 --write - --json
----
status 2
v^2
1 invariant
error: --json and --write - both write to standard output; give --write a file name
"code": "E_ARGUMENT"
!conserved quantit
!searched
