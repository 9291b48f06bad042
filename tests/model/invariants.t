// Declared invariants and constraints: true ones are kept, false ones refused.
model Oscillator
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real E = x^2 + y^2 annotation(__involute(invariant = true));
equation
  der(x) = y;
  der(y) = -x;
end Oscillator;
----
involute run MODEL
----
status 0
3 coordinates with time, 1 constraint, 1 invariant
retraction normal
E = x^2 + y^2
invariant
====
model Oscillator
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real E = x^2 + y^2 annotation(__involute(invariant = true));
equation
  der(x) = y;
  der(y) = -x;
end Oscillator;
----
involute run MODEL --retraction staged --output a.csv
----
status 2
error: --retraction staged cannot enforce declared invariants or extra constraints, and this system has 1; use normal or orthogonal
no file a.csv
====
// False at the start already.
model Oscillator
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
  Real E = x annotation(__involute(invariant = true));
equation
  der(x) = y;
  der(y) = -x;
end Oscillator;
----
involute run MODEL
----
status 1
model.mo:4:8: error: the declared invariant E = x (model.mo:4) is not constant: its rate of change is 1 at t = 0, x = 1, y = 1
====
// Constant at the start, where the system is at rest, and nowhere else.
model Oscillator
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real energy = x^2 + 2*y^2 annotation(__involute(invariant = true));
equation
  der(x) = y;
  der(y) = -x;
end Oscillator;
----
involute analyze MODEL
----
status 1
model.mo:4:8: error: the declared invariant energy = x^2 + 2*y^2 (model.mo:4) is not constant: its rate of change is
====
// The energy of the four bar linkage of Tuomela and Arponen (2001), (6.7), which a torque changes.
model FourBar
  parameter Real a = 1, b = 2, c = 1.5, d = 2, m1 = 0.2, m2 = 0.1, T = 0.8, g = 9.81;
  Real x1(start = 0.5), y1(start = 0.866), x2(start = 2.4155), y2(start = 1.4413);
  Real l1, l2, l3;
  Real E = m1*(der(x1)^2 + der(y1)^2)/2 + m2*(der(x2)^2 + der(y2)^2)/2 + g*(m1*y1 + m2*y2)
    annotation(__involute(invariant = true));
initial equation
  der(x1) = 0;
equation
  m1*der(der(x1)) + y1*T/a^2 + x1*l1 - (x2 - x1)*l2 = 0;
  m1*der(der(y1)) - x1*T/a^2 + m1*g + y1*l1 - (y2 - y1)*l2 = 0;
  m2*der(der(x2)) + (x2 - x1)*l2 - (d - x2)*l3 = 0;
  m2*der(der(y2)) + m2*g + (y2 - y1)*l2 + y2*l3 = 0;
  (x1^2 + y1^2 - a^2)/2 = 0;
  ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0;
  ((d - x2)^2 + y2^2 - c^2)/2 = 0;
end FourBar;
----
involute run MODEL --output a.csv
----
status 1
model.mo:6:8: error: the declared invariant E = m1*(der(x1)^2 + der(y1)^2)/2
is not constant: its rate of change is
no file a.csv
====
// Without the torque it is one.
model FourBar
  parameter Real a = 1, b = 2, c = 1.5, d = 2, m1 = 0.2, m2 = 0.1, T = 0.8, g = 9.81;
  Real x1(start = 0.5), y1(start = 0.866), x2(start = 2.4155), y2(start = 1.4413);
  Real l1, l2, l3;
  Real E = m1*(der(x1)^2 + der(y1)^2)/2 + m2*(der(x2)^2 + der(y2)^2)/2 + g*(m1*y1 + m2*y2)
    annotation(__involute(invariant = true));
initial equation
  der(x1) = 0;
equation
  m1*der(der(x1)) + y1*T/a^2 + x1*l1 - (x2 - x1)*l2 = 0;
  m1*der(der(y1)) - x1*T/a^2 + m1*g + y1*l1 - (y2 - y1)*l2 = 0;
  m2*der(der(x2)) + (x2 - x1)*l2 - (d - x2)*l3 = 0;
  m2*der(der(y2)) + m2*g + (y2 - y1)*l2 + y2*l3 = 0;
  (x1^2 + y1^2 - a^2)/2 = 0;
  ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0;
  ((d - x2)^2 + y2^2 - c^2)/2 = 0;
end FourBar;
----
involute run MODEL --set T=0 --stop 3
----
status 0
index 3, 2 degrees of freedom
7 constraints, 1 invariant
====
// Constant until friction sets in: near the start nothing can be seen, so the check goes on along the run.
model Late
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real E = x^2 + y^2 annotation(__involute(invariant = true));
equation
  der(x) = y;
  der(y) = -x - y*exp(-1/max(time, 1e-9)^2);
end Late;
----
involute run MODEL --stop 3
----
status 4
error: t = 
the declared invariant E = x^2 + y^2 (model.mo:4) is not constant
====
// The same with a constant step, where no rejected steps give it away.
model Late
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real E = x^2 + y^2 - 1 - time^8 annotation(__involute(constraint = true));
equation
  der(x) = y;
  der(y) = -x;
end Late;
----
involute run MODEL --step 0.01 --quiet
----
status 4
error: t = 
E = x^2 + y^2 - 1 - time^8 (model.mo:4)
====
// Two constraints that part company: one of them cannot be kept.
model Parting
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real C1 = x^2 + y^2 - 1 annotation(__involute(constraint = true));
  Real C2 = x^2 + y^2 - 1 - time^8 annotation(__involute(constraint = true));
equation
  der(x) = y;
  der(y) = -x;
end Parting;
----
involute run MODEL --step 0.01
----
status 4
C2 = x^2 + y^2 - 1 - time^8 (model.mo:5) follows from the others near the start, but does not hold here
(constraint)
====
model Oscillator
  Real x(start = 1), y(start = 0);
  Real C = x + y - 1 annotation(__involute(constraint = true));
equation
  der(x) = y;
  der(y) = -x;
end Oscillator;
----
involute run MODEL
----
status 1
model.mo:3:8: error: C = x + y - 1 (model.mo:3)
it does not follow from the others: its rate of change along them is -1 at t = 0, x = 1, y = 0
====
model Oscillator
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real C = x^2 + y^2 - 4 annotation(__involute(constraint = true));
equation
  der(x) = y;
  der(y) = -x;
end Oscillator;
----
involute run MODEL
----
status 1
model.mo:3:8: error: no consistent initial values found: x and y are fixed, but only 1 of them is free: C = x^2 + y^2 - 4 (model.mo:3) has the residual -3, where x = 1 (fixed), y = 0 (fixed)
====
model Oscillator
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real E = log(x^2 + y^2 - 1) annotation(__involute(invariant = true));
equation
  der(x) = y;
  der(y) = -x;
end Oscillator;
----
involute run MODEL
----
status 1
model.mo:3:8: error: E = log(x^2 + y^2 - 1) (model.mo:3) has no finite value at the start
====
// The second invariant says what the first one says: it is left out, and the ledger says so.
model Oscillator
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real E = x^2 + y^2 annotation(__involute(invariant = true));
  Real D = 3*(x^2 + y^2) annotation(__involute(invariant = true));
equation
  der(x) = y;
  der(y) = -x;
end Oscillator;
----
involute run MODEL --retraction orthogonal
----
status 0
2 constraints, 2 invariants
left out
====
// An equilibrium is a critical point of its energy; the run goes on without it.
model Oscillator
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Real E = x^2 + y^2 annotation(__involute(invariant = true));
equation
  der(x) = y;
  der(y) = -x;
end Oscillator;
----
involute run MODEL
----
status 0
E = x^2 + y^2
left out
!nan
====
// Two invariants of the Kepler problem, forward and backward.
model Kepler
  parameter Real e = 0.6;
  Real x(start = 1 - e, fixed = true), y(start = 0, fixed = true);
  Real vx(start = 0, fixed = true), vy(start = sqrt((1 + e)/(1 - e)), fixed = true);
  Real E = (vx^2 + vy^2)/2 - 1/sqrt(x^2 + y^2) annotation(__involute(invariant = true));
  Real L = x*vy - y*vx annotation(__involute(invariant = true));
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x/(x^2 + y^2)^1.5;
  der(vy) = -y/(x^2 + y^2)^1.5;
end Kepler;
----
involute run MODEL --stop -6.283185307179586 && involute run MODEL --stop 50 --retraction orthogonal --project stages --quiet
----
status 0
Kepler: done at t = -6.28318530717959 (stop-time)
4 degrees of freedom
2 constraints, 2 invariants
====
// Next to the sun the gradients of the two are within 8 degrees, and the middle of a long step is far away: slow, but nothing is dependent.
----
involute run $ROOT/models/KeplerOrbit.mo --method midpoint --step 0.1111111111111111 --stop 20 --json
----
status 0
"omissions": 0
"left_out": false
!"left_out": true
====
// On a circle they are dependent: left out, counted and said, also where that is at a point inside a step alone.
model Circle
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true), v(start = 1, fixed = true);
  Real H = (u^2 + v^2)/2 - 1/sqrt(x^2 + y^2) annotation(__involute(invariant = true));
  Real M = x*v - y*u annotation(__involute(invariant = true));
equation
  der(x) = u;
  der(y) = v;
  der(u) = -x/(x^2 + y^2)^(3/2);
  der(v) = -y/(x^2 + y^2)^(3/2);
end Circle;
----
involute run MODEL --method midpoint --step 0.1 --stop 2
----
status 0
retractions left out an invariant: dependent there, or too weak compared with round-off
left out
====
// Independent, whatever the units of the coordinates: none is left out.
model Millimetres "An oscillator far out, with its energy in small units"
  Real x(start = 4e6, fixed = true), v(start = 3e6, fixed = true);
  Real E = 1e-12*(x^2 + v^2) annotation(__involute(invariant = true));
equation
  der(x) = v;
  der(v) = -x;
end Millimetres;
----
for m in nominal euclidean scaled; do for r in 1e-6 1e-10 1e-12; do involute run MODEL --metric $m --method rk4 --step 0.01 --rtol $r; done; done
----
status 0
Millimetres: done at t = 1
!left out
