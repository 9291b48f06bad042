model Pendulum
  parameter Real L = 2, g = 9.81;
  Real x(start = 2, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
----
involute steady MODEL && involute linearize MODEL --at steady --outputs 'x,F'
----
status 0
steady state, all equations within
-2
4.905
states     x, der(x)
inputs     none
outputs    x, F
-4.905
0 + 2.21472i   frequency 2.21472 rad/s, damping 0
!moves
====
model Upright
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9;
  x^2 + y^2 = 1;
end Upright;
----
involute linearize MODEL --at point --set x=0 --set y=1 --set 'der(x)=0' --json
----
status 0
"rate": 0.0
"states": [
"x"
"der(x)"
"poles": [
3.0
-3.0
====
model Switch
  Real x(start = 2, fixed = true);
equation
  der(x) = if x > 1 then -3*x else -x/2;
end Switch;
----
involute linearize MODEL --at 0.1; involute linearize MODEL --at 1; involute linearize MODEL --at 0
----
status 0
linear at t = 0.1
  -3
linear at t = 1
  -0.5
linear at t = 0
  -3
====
model Cone
  Real x(start = 0), y(start = 0), z(start = 0);
equation
  der(x) = -x;
  der(y) = -y;
  z^2 = x^2 + y^2;
end Cone;
----
involute linearize MODEL
----
status 1
error:
====
model Ends
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  when x < 0.5 then
    terminate("far enough");
  end when;
end Ends;
----
involute linearize MODEL --at 3
----
status 2
error: t = 0.5: the run ends there (terminate: far enough), before t = 3
====
model Rising
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 + x^2;
end Rising;
----
involute steady MODEL --stop 1
----
status 1
error: no steady state was found near the start values or near the solution up to t = 1: with all derivatives zero, der(x) = 1 + x^2 does not hold
====
model Held
  Real x(start = 3, fixed = true);
equation
  der(x) = if x > 1 then -1 else x;
end Held;
----
involute steady MODEL --stop 1.5
----
status 1
error: no steady state was found
====
model Driven
  input Real u;
  Real x;
  output Real F;
equation
  x = u;
  3*der(der(x)) = F;
end Driven;
----
involute linearize MODEL
----
status 0
states     none
inputs     u, der(der(u))
outputs    F
D =             0             3
====
model Timed
  Real x(start = 1, fixed = true);
equation
  der(x) = -x + sin(time) + 2;
end Timed;
----
involute steady MODEL
----
status 0
x       2
The equations depend on time, which is held at 0.
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute linearize MODEL --at here
----
status 2
error: --at takes start, point, steady or a time, found 'here'
====
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
----
involute linearize MODEL --outputs y
----
status 2
error: there is no variable 'y' to be an output
====
// Options of runs have no effect where there is none.
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -2*x;
end Decay;
----
involute linearize MODEL --stop 5 --max-steps 10 --method euler && involute linearize MODEL --at point --max-step 1 && involute linearize MODEL --at 0.5 --method euler 2>&1 | grep -c note
----
status 1
note: --stop has no effect with --at start, which needs no run
note: --max-steps has no effect with --at start, which needs no run
note: --method has no effect with --at start, which needs no run
note: --max-step has no effect with --at point, which needs no run
0
====
// Rates that fall below round-off on the way to infinity: no point of rest is near.
model Slower
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = 1/(1 + x^2);
  der(y) = -y;
end Slower;
----
involute steady MODEL
----
status 1
error: no steady state was found
der(x) = 1/(1 + x^2) does not hold
====
model Slower
  Real x(start = 1, fixed = true);
equation
  der(x) = exp(-x);
end Slower;
----
involute steady MODEL
----
status 1
der(x) = exp(-x) does not hold
====
// A root of order three is one, though round-off hides its last digits.
model Cubic
  Real x(start = 1, fixed = true), y(start = 5, fixed = true);
equation
  der(x) = -x^3;
  der(y) = (2 - y)^5;
end Cubic;
----
involute steady MODEL
----
status 0
steady state
x
