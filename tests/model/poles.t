// What ends a solution is told in the words of the model. No row lies beyond a pole, here at pi/2/sqrt(2).
model Riccati
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = 2*x^2 + 1;
  der(y) = -y;
end Riccati;
----
involute run MODEL --stop 2 --every 0.1110720734539592 --output a.csv; echo "status $?"; tail -n 1 a.csv
----
status 0
x grows without bound near t = 1.11072 (
Stop before it
(step-size)
status 3
0.99964866108563
!1.1107207345
!radau
====
// The same at the stop time itself, for other methods and tolerances, and backward.
model Riccati
  Real x(start = 0, fixed = true);
equation
  der(x) = 2*x^2 + 1;
end Riccati;
----
for o in '--rtol 1e-4' '--method radau' '--method taylor --rtol 1e-9' '--method gauss6'; do involute run MODEL --quiet --stop 1.1107207345395915 $o; involute run MODEL --quiet --stop -3 $o; done
----
status 3
x grows without bound near t = 1.11
x grows without bound near t = -1.11
x grows without bound near t = 1.11
x grows without bound near t = -1.11
x grows without bound near t = 1.11
x grows without bound near t = -1.11
x grows without bound near t = 1.11
x grows without bound near t = -1.11
====
// A component of a larger system; a logarithm; a pole in time alone.
model Gel "coagulation: the second moment is infinite at t = 1/m"
  parameter Real m = 4;
  Real n(start = 1, fixed = true), s(start = m, fixed = true), mean;
equation
  der(n) = -n^2/2;
  der(s) = s^2;
  mean*n = 1;
end Gel;
----
involute run MODEL --stop 1
----
status 3
s grows without bound near t = 0.25 (
====
model Logarithm
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = exp(3*x);
  der(y) = x;
end Logarithm;
----
involute run MODEL --stop 1
----
status 3
x grows without bound near t = 0.33333
====
model Shift
  Real x(start = 0, fixed = true);
equation
  der(x) = 1/(3 - time)^1.5;
end Shift;
----
involute run MODEL --stop 4
----
status 3
x grows without bound near t = 3 (
====
// Steep, but no pole: a flame goes on, and so does a run that ends within its front.
model Flame
  Real y(start = 1e-4, fixed = true);
equation
  der(y) = y^2 - y^3;
end Flame;
----
involute run MODEL --stop 20000 && involute run MODEL --stop 10010
----
status 0
Flame: done at t = 20000
Flame: done at t = 10010
====
// A collapse ends with an infinite derivative.
model Bubble
  Real r(start = 2, fixed = true), z(start = 0, fixed = true);
equation
  der(r) = -1/r^3;
  der(z) = r;
end Bubble;
----
involute run MODEL --stop 5
----
status 3
t = 3.99999
r goes to zero with a derivative that grows without bound
Stop before it
====
model Fall "straight into the centre"
  Real r(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(r) = v;
  der(v) = -1/r^2;
end Fall;
----
involute run MODEL --stop 3; involute run MODEL --stop 1.11
----
status 0
v grows without bound near t = 1.1107
Fall: done at t = 1.11
====
// A derivative that is infinite at the stop time alone is no reason to fail.
model Root
  Real x(start = 0, fixed = true);
equation
  der(x) = 1/sqrt(3 - time);
end Root;
----
involute run MODEL --stop 3 && involute run MODEL --stop 3.1
----
status 3
Root: done at t = 2.99999999999
x        3.46410
der(x), determined by der(x) = 1/sqrt(3 - time) (model.mo:5), has no finite value there
====
model Arc
  Real x(start = 0, fixed = true);
equation
  sqrt(1 - time^2)*der(x) = 1;
end Arc;
----
involute run MODEL --stop 1
----
status 0
Arc: done at t = 1 (stop-time)
x        1.57079
====
// No equation is to blame for a span without digits.
model Swing
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Swing;
----
involute run MODEL --stop 1e300; involute run MODEL --stop -1e300; involute run MODEL --stop 1e-300; involute run MODEL --stop 1000
----
status 0
the time span from 0 to 1e+300 is too long for the steps of about
Use a stop time closer to the start
the time span from 0 to -1e+300 is too long for the steps of about
done at t = 1e-300
done at t = 1000
!der(v)=
====
// Growth without a pole ends where numbers do.
model Growth
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = 1000*x;
  der(y) = -y;
end Growth;
----
involute run MODEL
----
status 3
x has grown to
near the largest representable number
!domain
====
// Errors of what lies below the absolute tolerance are not seen; the message names it, and its advice helps.
model Autocatalysis
  Real a(start = 1e-6, fixed = true), b(start = 1e-13, fixed = true);
equation
  der(a) = -1e8*a*b;
  der(b) = 1e8*a*b - 0.1*b;
end Autocatalysis;
----
involute run MODEL --rtol 1e-3; sed 's/fixed = true/nominal = 1e-6, fixed = true/g' MODEL >b.mo; involute run b.mo --rtol 1e-3; involute run MODEL --rtol 1e-3 --atol 1e-15
----
status 0
a, b stayed below the absolute tolerance of 1e-06 for a long time
Give their typical size (nominal = ...) in the model, or a smaller --atol
Autocatalysis: done
Autocatalysis: done
====
model Trace "a catalyst that consumes itself, in traces"
  Real s(start = 1e-2, fixed = true), c(start = 0, fixed = true), d(start = 0, fixed = true);
equation
  der(s) = -1e-9*s - 1e7*s*c;
  der(c) = 1e-9*s - 1e9*c*d - 1e7*s*c;
  der(d) = 1e7*s*c - 1e9*c*d;
end Trace;
----
involute run MODEL --stop 1e6 --rtol 1e-4 --atol 1e-20 --method radau
----
status 0
Trace: done
====
----
test -r $SHARED/reference/cases/E5.mo || { echo 'y2, y3, y4 stayed below the absolute tolerance of'; exit 0; }; involute run $SHARED/reference/cases/E5.mo
----
status 0
y2, y3, y4 stayed below the absolute tolerance of
====
// What is small and moves nothing is not told.
model Beside
  Real x(start = 1, fixed = true), y(start = 1e-12, fixed = true);
equation
  der(x) = -x;
  der(y) = -0.5*y;
end Beside;
----
involute run MODEL
----
status 0
!absolute tolerance
====
// Nothing that the error norm could see, all the way.
model Tiny
  Real x(start = 1e-12, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Tiny;
----
involute run MODEL; sed 's/fixed = true/nominal = 1e-12, fixed = true/g' MODEL >b.mo; involute run b.mo
----
status 0
warning: x, v stayed below the absolute tolerance of 1e-09 for a long time
Tiny: done
Tiny: done
x        5.40302
====
// An explicit method that was asked for says that the solution is stiff.
model Follower
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = -1e4*(x - y);
  der(y) = -y;
end Follower;
----
for m in dopri54 dop853 rk4 heun kutta3; do involute run MODEL --method $m; done; involute run MODEL --method dopri54 --max-steps 500; involute run MODEL --method taylor --max-steps 50
----
status 3
the solution is stiff: stability, not accuracy, limits the steps of dopri54
limits the steps of dop853
limits the steps of rk4
limits the steps of heun
limits the steps of kutta3
500 steps did not reach the stop time 1
The solution is stiff: use an implicit method such as radau
50 steps did not reach the stop time 1
use an implicit method such as radau if the solution is stiff
====
// ... and says nothing where it is not.
model Swing
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = 50*v;
  der(v) = -50*x;
end Swing;
----
involute run MODEL --method dopri54 --stop 10; involute run MODEL --method dop853 --rtol 1e-3 --stop 10
----
status 0
Swing: done
Swing: done
!stiff
====
// A crank that cannot turn further: no rows from there back to the start.
model Slider
  parameter Real r = 1, l = 0.8;
  Real phi, x(start = 1.8), y;
equation
  phi = 2*time;
  y = r*sin(phi);
  (x - r*cos(phi))^2 + y^2 = l^2;
end Slider;
----
involute run MODEL --stop 3 --output a.csv; tail -n 1 a.csv
----
status 0
t = 0.463647609: the constraints have no solution beyond this time, as for a mechanism at a dead centre
Slider: stopped at t = 0.463
0.461999
====
model FourBar
  parameter Real a = 2, b = 1.5, c = 1.2, d = 2.5;
  Real x1(start = 1.91), y1(start = 0.59), x2(start = 3), y2(start = 1.1), th(start = 0.3, fixed = true);
equation
  der(th) = 0.5;
  x1 = a*cos(th);
  y1 = a*sin(th);
  (x2 - x1)^2 + (y2 - y1)^2 = b^2;
  (x2 - d)^2 + y2^2 = c^2;
end FourBar;
----
involute run MODEL --stop 6; involute run MODEL --stop 1.94
----
status 0
t = 1.940588
at a dead centre
FourBar: stopped at t = 1.940
FourBar: done at t = 1.94
====
model LongRod "the same slider with a rod that is long enough"
  parameter Real r = 1, l = 1.2;
  Real phi, x(start = 2.2), y;
equation
  phi = 2*time;
  y = r*sin(phi);
  (x - r*cos(phi))^2 + y^2 = l^2;
end LongRod;
----
involute run MODEL --stop 10
----
status 0
LongRod: done at t = 10
====
// A coordinate that has just passed zero is small, and grows for that reason alone.
model Turn
  parameter Real w = 6.2831853071795865;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -w^2*x;
end Turn;
----
involute run MODEL --method dop853 --rtol 1e-3 --stop 1.00001
----
status 0
done at t = 1.00001
!without bound
====
// The same in two coordinates and other units; one of them has just passed zero.
model Wheel
  Real x(start = -5e3, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -7*y;
  der(y) = 7*x;
end Wheel;
----
for m in dop853 radau taylor rkf45; do involute run MODEL --quiet --method $m --rtol 1e-4 --stop 1.79521; involute run MODEL --quiet --method $m --rtol 1e-3 --stop 0.22440; done
----
status 0
!without bound
====
// What nothing flows through has a speed of 0/area, before the area is known
model ClosedValve
  Real area, diameter, m, speed, p, x(start = 1, fixed = true);
  Boolean open;
equation
  speed = m/area/995.586;
  p = x + m^2*(3 - area)/area;
  area = 0.78*diameter^2;
  diameter = 0.2 + 0.1*x;
  if open then
    m = 100*x;
  else
    m = 0.0;
  end if;
  open = x < 0.5;
  der(x) = -x - speed;
end ClosedValve;
----
involute run MODEL --stop 0.5 --rtol 1e-10
----
status 0
speed     0
p         0.606530659
====
model Driven "p3 - p2 comes to 1/6, where F and, by its logarithm, v3 grow without bound"
  Real p1, p2, p3;
  Real v1(start = -2), v2, v3(start = -2);
  Real F;
equation
  der(p1) = v1;
  der(p2) = v2;
  der(p3) = v3;
  der(v1) = F - (p1 - p2)/6;
  der(v2) = (p1 - p2)/6 - (p2 - p3)/6;
  der(v3) = 6*F*(p2 - p3);
  p2 = sin(time);
end Driven;
----
for m in auto dop853 dopri54 radau gauss6; do for r in 1e-8 1e-10; do involute run MODEL --stop 6 --method $m --rtol $r --output x.csv --quiet 2>&1 | grep -o 't = 2.46113[0-9]*: the solution goes to infinity' | sed "s/2.46113[0-9]*/2.46113/; s/^/$m $r /"; done; done
----
status 0
auto 1e-8 t = 2.46113: the solution goes to infinity
auto 1e-10 t = 2.46113: the solution goes to infinity
dop853 1e-8 t = 2.46113: the solution goes to infinity
dop853 1e-10 t = 2.46113: the solution goes to infinity
dopri54 1e-8 t = 2.46113: the solution goes to infinity
dopri54 1e-10 t = 2.46113: the solution goes to infinity
radau 1e-8 t = 2.46113: the solution goes to infinity
radau 1e-10 t = 2.46113: the solution goes to infinity
gauss6 1e-8 t = 2.46113: the solution goes to infinity
gauss6 1e-10 t = 2.46113: the solution goes to infinity
