// The root next to the guess: Newton's own step from here is -1256.
model Near
  Real x(start = 1.57);
equation
  sin(x) = 0.5*time;
end Near;
----
involute run MODEL
----
status 0
x        0.52359877559829
!note
====
// A maximum: the slope is less than its round-off. The note names both branches.
model Top
  Real x(start = 1.5707963267948966);
equation
  sin(x) = 0.5*time;
end Top;
----
involute run MODEL
----
status 0
note: the start values are a critical point of the equations, or outside their domain; took the branch with x = 3.14159; another branch has x = 0: a start value of x near that selects it
====
// Fixed values leave two branches.
model Circle
  Real x(start = 0.6, fixed = true), y;
equation
  der(x) = y;
  x^2 + y^2 = 1;
end Circle;
----
involute run MODEL --stop 0.5
----
status 0
took the branch with y = 0.8; another branch has y = -0.8: a start value of y near that selects it
====
model Circle
  Real x(start = 0.6, fixed = true), y(start = -0.1);
equation
  der(x) = y;
  x^2 + y^2 = 1;
end Circle;
----
involute run MODEL --stop 0
----
status 0
y       -0.8
!note
====
// Unknowns with start values are moved last.
model Ring
  Real a(start = 0), b, c(start = 0, fixed = true);
equation
  der(c) = 1;
  a = 0*b;
  a^2 + b^2 = 4;
end Ring;
----
involute run MODEL --stop 0
----
status 0
a       0
b       2
====
// Four diodes of 1e-20 A, all unknowns without start values.
model Doubler
  parameter Real Is = 1e-20, Vt = 0.026;
  Real v1(start = 0, fixed = true), v2(start = 0, fixed = true), a, i1, i2, u, w;
equation
  u = 5*sin(100*time);
  u - w = a;
  i1 = Is*(exp((a - v1)/Vt) - 1);
  i2 = Is*(exp((-v2 - a)/Vt) - 1);
  w = 10*(i1 - i2);
  1e-4*der(v1) = i1 - v1/1e4;
  1e-4*der(v2) = i2 - v2/1e4;
end Doubler;
----
involute run MODEL --stop 0.01
----
status 0
structure 7 equations, 7 unknowns; index 1, 2 degrees of freedom
!error
====
// 0/0 after an event, and regular ahead of it.
model Parallel
  Real u(start = 1, fixed = true), v(start = 2, fixed = true), w;
equation
  der(u) = 1 + 0.1*w;
  der(v) = 2;
  w = u*v/(u + v);
  when time > 0.5 then
    reinit(u, 0);
    reinit(v, 0);
  end when;
end Parallel;
----
involute run MODEL
----
status 0
u        0.50839514
====
// The same without a quotient: w is not determined at the event.
model Harmonic
  Real u(start = 1, fixed = true), v(start = 2, fixed = true), w;
equation
  der(u) = 1;
  w*(u + v) = u*v;
  der(v) = 2;
  when time > 0.5 then
    reinit(v, 0);
    reinit(u, 0);
  end when;
end Harmonic;
----
involute run MODEL
----
status 0
w        0.33333333333
====
// A root whose slope is infinite where the event puts it.
model Root
  Real x(start = 1, fixed = true), y(start = 1);
equation
  der(x) = 1;
  y^2 = x;
  when time > 0.5 then
    reinit(x, 0);
  end when;
end Root;
----
involute run MODEL --method dop853
----
status 0
x        0.500000000
y        0.70710678
====
// Nothing ahead either: the run ends, with the time and the reason, and its rows are there.
model Ends
  Real x(start = 1, fixed = true), y(start = 1);
equation
  der(x) = -1;
  y^2 = x;
  when time > 0.25 then
    reinit(x, -1);
  end when;
end Ends;
----
involute run MODEL --output o.csv; status=$?; wc -l < o.csv; exit $status
----
status 3
error: t = 0.25: after the event, no consistent values found: y^2 = x (model.mo:6) has the residual 1
set consistent values with reinit(...)
!initial values
====
model Domain
  Real x(start = 1, fixed = true), y;
  discrete Real k(start = 1, fixed = true);
equation
  der(x) = 1;
  y = log(k)*x;
  when time > 0.5 then
    k = -1;
  end when;
end Domain;
----
involute run MODEL
----
status 3
error: t = 0.5: after the event, y = log(k)*x (model.mo:6) has no finite value
!at the start
====
// The mode after the event has one equation too few.
model Loses
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -1;
  if x > 0.5 then
    y = x;
  end if;
  if x < 0.4 then
    y = 2;
  end if;
end Loses;
----
involute run MODEL
----
status 3
no equation determines y
note: this is the mode at t = 0.5
====
// b is asked for when a is known.
model Tuned
  parameter Real a(fixed = false);
  parameter Real b = log(a - 1)/a;
  Real x(start = b, fixed = true);
initial equation
  a^2 = 9 + x;
equation
  der(x) = -x;
end Tuned;
----
involute run MODEL --stop 0
----
status 0
x        0.2344
====
// The same cannot be said of a value that is given.
model Given
  parameter Real a = 0;
  parameter Real b = 2/a;
  Real x(start = b, fixed = true);
equation
  der(x) = -x;
end Given;
----
involute run MODEL
----
status 1
parameter b has the value inf, not a finite number
====
// A position that an event's constraint gives must have been there before.
model Jumps
  Real x(start = 1, fixed = true), v(start = -1, fixed = true), f;
equation
  der(x) = v;
  der(v) = f;
  if time < 0.5 then
    f = 0;
  else
    x = 2;
  end if;
end Jumps;
----
involute run MODEL
----
status 3
error: t = 0.5: the constraints that hold after the event contradict the state: x would have to jump from 0.5 to 2
====
// Beyond a pole of its own formula: 46.13 lies between the guess 0 and the root.
model Boiling
  Real T, p;
equation
  p = 101325*(1 - 0.1*time);
  log(p) = 23.1963 - 3816.44/(T - 46.13);
end Boiling;
----
involute run MODEL --stop 0
----
status 0
T        373.154
====
// A mode's other branch need not be one of the model: abs(q) is q in this one.
model Pipes
  Real q1, q2, q3, p, V(start = 0, fixed = true);
equation
  5 - p = 0.2*q1*abs(q1);
  p - 1 = 0.5*q2*abs(q2);
  p - 2 = 0.1*q3*abs(q3);
  q1 = q2 + q3;
  der(V) = q2;
end Pipes;
----
involute run MODEL
----
status 0
q1        3.61783098
!another branch
====
// What analyze says of ranks does not depend on units either.
model Bridge
  parameter Real Is = 1e-16, Vt = 0.026;
  Real p, n, v(start = 0, fixed = true), i, ia, ib, ic, id;
equation
  p - n + i = 12*sin(314*time);
  ia = Is*(exp((p - v)/Vt) - 1);
  ib = Is*(exp((n - v)/Vt) - 1);
  ic = Is*(exp(-p/Vt) - 1);
  id = Is*(exp(-n/Vt) - 1);
  i = ia - ic;
  i = id - ib;
  1e-3*der(v) = ia + ib - v/100;
end Bridge;
----
involute analyze MODEL
----
status 0
constraint Jacobian 7 by 8, full rank
full rank, singular values 0.31
start values: 1 may be fixed, the model fixes 1
a regular choice v
====
// There is no root: lambda (x^2 + 1) + (1 - lambda) (x - 1) has one up to
// lambda = (1 + sqrt(8))/7 = 0.54692.
model NoRoot
  Real x(start = 0);
equation
  homotopy(actual = x^2 + 1, simplified = x - 1) = 0;
end NoRoot;
----
involute run MODEL
----
status 1
model.mo:6:3: error: no consistent initial values found
note: homotopy(...) was followed from 'simplified' to lambda = 0.54
====
// Values that are fixed stay so; events are those of the model; nothing is left in the
// start values that analyze shows.
model SwitchedValve
  Real x(start = 0.5), level(start = 1, fixed = true);
  Integer opened(start = 0, fixed = true);
equation
  homotopy(tanh(500*(x - 3.3*level)), x - 3*level) = 0;
  der(level) = if opened > 0 then -1 else 0;
  when time > 0.5 then
    opened = pre(opened) + 1;
  end when;
end SwitchedValve;
----
involute run MODEL --output - --points 2 --columns x,level && involute analyze MODEL
----
status 0
note: from the start values alone no start was found; homotopy(...) was followed from 'simplified' to 'actual' in
0,3.2999999999999998,1
1,1.6
moved from its start value 0.5
====
// The equations as they are come first.
model Direct
  Real x(start = 1);
equation
  homotopy(x^2 - 4, x - 100) = 0;
end Direct;
----
involute run MODEL
----
status 0
  x     2
!simplified
====
// The rate is sqrt(9.81 + 0.05^2) - 0.05 = 3.0825: e in 0.3244.
model Upright
  Real phi(start = 0, fixed = true), w(start = 0, fixed = true), fast(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = 9.81*sin(phi) - 0.1*w;
  der(fast) = -100*fast;
  annotation(experiment(StopTime = 10));
end Upright;
----
involute run MODEL; involute run MODEL --stop 0.5; involute run MODEL --set phi=0.01
----
status 0
note: the solution rests on an unstable equilibrium: disturbances, of w above all, would grow by a factor of e in 0.324 of time
done at t = 10
done at t = 0.5
done at t = 10
====
model Upright
  Real phi(start = 0, fixed = true), w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = 9.81*sin(phi);
  annotation(experiment(StopTime = 10));
end Upright;
----
involute run MODEL --stop 0.5; involute run MODEL --set phi=0.01
----
status 0
!unstable
====
// On a circle, and a chain of three integrators beside it.
model Standing
  Real x(start = 0, fixed = true), y(start = 1), F;
  Real a[3](each start = 0, each fixed = true);
initial equation
  der(x) = 0;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
  der(a) = {a[2], a[3], 0};
  annotation(experiment(StopTime = 10));
end Standing;
----
involute run MODEL
----
status 0
note: the solution rests on an unstable equilibrium: disturbances, of x above all, would grow by a factor of e in 0.319 of time
====
// The same below, where it is stable.
model Hanging
  Real x(start = 0, fixed = true), y(start = -1), F;
  Real a[3](each start = 0, each fixed = true);
initial equation
  der(x) = 0;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
  der(a) = {a[2], a[3], 0};
  annotation(experiment(StopTime = 10));
end Hanging;
----
involute run MODEL
----
status 0
!unstable
====
// A comparator with positive feedback: out = 10 tanh(50 out) has the solutions 0 and
// about +-10, and 0 is the one between.
model Comparator
  parameter Real feedback = 0.5;
  Real out(start = 0), plus, x(start = 0, fixed = true);
equation
  out = 10*tanh(100*plus);
  plus = feedback*out;
  der(x) = out;
end Comparator;
----
involute run MODEL
----
status 0
note: the equations of out have at least two more solutions: at out = 0 their feedback is positive, and the start rests on an unstable equilibrium of them. A start value of out nearer to another solution selects that
====
model Comparator
  parameter Real feedback = 0.5;
  Real out(start = 0), plus, x(start = 0, fixed = true);
equation
  out = 10*tanh(100*plus);
  plus = feedback*out;
  der(x) = out;
end Comparator;
----
involute run MODEL --set out=3; involute run MODEL --set feedback=-0.5
----
status 0
  out         10
  out         0
!unstable
====
// Two roots: the guess decides, and neither of them is a feedback.
model Squares
  Real a(start = -1), b(start = 2), x(start = 0, fixed = true);
equation
  a^2 + b = 7;
  a + b^2 = 11;
  der(x) = a;
end Squares;
----
involute run MODEL
----
status 0
!more solutions
====
// Charges that sit on each other: their equations have no value there. In a large model they are moved a little, and speeds
// that were 0 stay 0.
model M
  parameter Integer n = 80;
  Real x[n](each start = 1), v[n](each start = 0);
equation
  for i in 1:n loop
    der(x[i]) = v[i];
    der(v[i]) = 1/(x[i] - x[mod(i, n) + 1]);
  end for;
end M;
----
involute run MODEL --stop 0
----
status 0
note: the equations have no finite value at the start values; moved 80 of these, and started with x[1] = 
M: done at t = 0 (stop-time)
====
// Assertions of initial sections, and those that follow from them, are about the start; the same elsewhere is another one.
function bounded
  input Real u;
  output Real y;
algorithm
  assert(u < 3, "u is too large");
  y := u;
end bounded;
model Early
  parameter Real a[2] = {1, 2};
  Integer k(start = 2, fixed = true);
  Real x, y, z;
initial equation
  x = a[k];
  z = bounded(k);
  assert(x < 3, "x is too large");
initial algorithm
  assert(x < 3, "x is too large");
  y := a[k];
equation
  der(x) = 5;
  der(y) = 1;
  der(z) = 1;
  when sample(0, 0.5) then
    k = pre(k) + 1;
  end when;
end Early;
----
involute run MODEL --stop 1
----
status 0
  x       7
  y       3
  z       3
  k       5
====
// What follows from discrete variables is known when they are.
model Early
  parameter Real p(fixed = false, start = 1);
  Integer k(start = 0);
  Real x(start = 0, fixed = true);
initial equation
  pre(k) = 3;
  p = 2*k;
  assert(p > 5, "p is small");
equation
  der(x) = p;
  when sample(0, 0.5) then
    k = pre(k) + 1;
  end when;
end Early;
----
involute run MODEL --stop 1
----
status 0
  x       6
====
model Early
  Real x;
initial equation
  x = 4;
  assert(x < 3, "x is too large");
equation
  der(x) = 5;
end Early;
----
involute run MODEL
----
status 3
model.mo:5:3: error: t = 0: assertion failed: x is too large
====
model Early
  parameter Real a[2] = {1, 2};
  Integer k(start = 2, fixed = true);
  Real x, y;
initial equation
  x = a[k];
equation
  der(x) = 5;
  y = a[k];
  when time > 0.5 then
    k = pre(k) + 1;
  end when;
end Early;
----
involute run MODEL
----
status 3
model.mo:9:7: error: t = 0.5: assertion failed: subscript 1 of 'a' is 3, outside of 1:2
