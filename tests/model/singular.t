// the bars come to lie in one line: told before the run ends there
----
involute run $ROOT/models/Parallelogram.mo --stop 2
----
status 3
warning: t = 1.4
near a singular configuration: crank: (x1^2 + y1^2 - a^2)/2 = 0
Parallelogram.mo:20), coupler:
Parallelogram.mo:21), rocker:
Parallelogram.mo:22) are nearly dependent (smallest singular value
0.71 at the start), at x1 = 1, y1 =
x2 = 3, y2 =
; the solution may branch or end there
error: t = 1.4
the constraints become dependent there
'involute decompose'
====
// as a parallelogram it goes over it in one step, three times
----
involute run $ROOT/models/Parallelogram.mo --stop 5 --set x2=2.5 --set y2=0.866
----
status 0
warning: t = 0.79
near a singular configuration: crank
y1 = 0.00
warning: t = 2.50
near a singular configuration: crank
warning: t = 4.10
near a singular configuration: crank
done at t = 5
====
----
involute run $ROOT/models/Parallelogram.mo --stop 1 --set x2=2.5 --set y2=0.866 --json 2>/dev/null
----
status 0
"singular": [
"t": 0.79
"sigma": 0.0,
"sigma_start": 0.7
"equations": [
"crank: (x1^2 + y1^2 - a^2)/2 = 0",
"coupler: ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0",
"rocker: ((d - x2)^2 + y2^2 - c^2)/2 = 0"
====
// nearly a parallelogram: it stays on one side
model Near
  parameter Real c = 1.000001;
  Real x1(start = 0.5), y1(start = 0.866), x2(start = 2.5), y2(start = 0.866), l1, l2, l3;
equation
  0.2*der(der(x1)) + y1*0.8 + x1*l1 - (x2 - x1)*l2 = 0;
  0.2*der(der(y1)) - x1*0.8 + 1.962 + y1*l1 - (y2 - y1)*l2 = 0;
  0.1*der(der(x2)) + (x2 - x1)*l2 - (2 - x2)*l3 = 0;
  0.1*der(der(y2)) + 0.981 + (y2 - y1)*l2 + y2*l3 = 0;
  x1^2 + y1^2 = 1;
  (x2 - x1)^2 + (y2 - y1)^2 = 4;
  (2 - x2)^2 + y2^2 = c^2;
end Near;
----
involute run MODEL; involute run MODEL --set c=1.3 --quiet && echo without
----
status 0
warning: t = 0.79
near a singular configuration: x1^2 + y1^2 = 1 (model.mo:10)
without
====
// a crank that its slider drives comes to a dead centre
model SliderCrank
  parameter Real r = 1, l = 2, A = 3.01;
  Real phi(start = 0.5), theta(start = 0.3), x;
equation
  r*sin(phi) = l*sin(theta);
  r*cos(phi) + l*cos(theta) = x;
  x = A - (1 - time)^2;
  annotation(experiment(StopTime = 2));
end SliderCrank;
----
involute run MODEL --rtol 1e-8
----
status 3
warning: t = 0.9: near a singular configuration: r*cos(phi) + l*cos(theta) = x (model.mo:7)
are nearly dependent
at phi =
, x = 3;
error: t = 0.9
the constraints become dependent there
====
// short of it there is nothing to tell
model SliderCrank
  parameter Real r = 1, l = 2, A = 2.9;
  Real phi(start = 0.5), theta(start = 0.3), x;
equation
  r*sin(phi) = l*sin(theta);
  r*cos(phi) + l*cos(theta) = x;
  x = A - (1 - time)^2;
  annotation(experiment(StopTime = 2));
end SliderCrank;
----
involute run MODEL
----
status 0
done at t = 2
!warning
====
// nor where the crank drives the slider through both dead centres
model FreeCrank
  parameter Real r = 1, l = 2;
  Real phi(start = 0.5, fixed = true), w(start = 3, fixed = true), theta(start = 0.3), x(start = 2), F;
equation
  der(phi) = w;
  der(w) = F*(r*sin(phi) + r*cos(phi)*tan(theta));
  der(der(x)) = F;
  r*sin(phi) = l*sin(theta);
  r*cos(phi) + l*cos(theta) = x;
end FreeCrank;
----
involute run MODEL --stop 10; involute run MODEL --json --quiet
----
status 0
done at t = 10
"singular": []
!warning
====
// two equations come to say the same
model Coincident
  Real x, y, z(start = 1);
equation
  der(z) = 1;
  x + y = z;
  x + (2 - time)*y = 1 + z^2/9;
end Coincident;
----
involute run MODEL --stop 0.9 && involute run MODEL --stop 2
----
status 3
done at t = 0.9
warning: t = 1: near a singular configuration: x +
(model.mo:
are nearly dependent (smallest pivot
times its value at the start)
error: t = 1
====
// a passage is told once however many steps it takes, many passages in few words
----
involute run $ROOT/models/Parallelogram.mo --stop 20 --set x2=2.5 --set y2=0.866 --rtol 1e-5 2>&1 | grep -c 'near a singular'; involute run $ROOT/models/Parallelogram.mo --stop 1 --set x2=2.5 --set y2=0.866 --max-step 0.001 2>&1 | grep -c 'near a singular'
----
status 0
5
1
====
// the slope 1/w is not finite at any point, so that no rank tells which row depends on which
model M
  Real x(start = 1), y(start = 1), w;
equation
  w = abs(0*x);
  der(x)/w = der(y) + 1;
  der(x) + der(y) = x;
end M;
----
involute run MODEL
----
status 1
model.mo:7:3: error: der(x) + der(y) = x (model.mo:7) and der(x)/w = der(y) + 1 (model.mo:6) cannot be solved for y, x
near the start: their slopes have no finite values
!internal
====
// steps are refused for residuals and for other reasons in turn, up to the last attempt
model M
  Real x(start = 0.5), y(start = 0), r = sqrt(x^2 + y^2);
initial equation
  y = 0;
equation
  der(x*der(y) - y*der(x)) = der(0.5*1.73);
  der(der(x)) = -r/x^3;
  der(der(y)) = -y/r^3;
  (der(x)^2 + der(y)^2)/2 - 1/r = 1.73^2/2 - 2;
  x*der(y) - y*der(x) = 0.5*1.73;
end M;
----
involute run MODEL --rtol 1e-6 --stop 2 --points 13
----
status 3
error: t = 0
!internal
====
// One constraint of two branches that cross: steps leave the one that the solution is on.
model Branches
  Real x(start = 0.1);
equation
  (x - sin(time))*(x - cos(time)) = 0;
end Branches;
----
involute run MODEL --stop 2 --method dop853; involute run MODEL --stop 2 --method taylor; involute run MODEL --stop 2 --method dopri54 --json 2>/dev/null | grep -A2 '"singular": .$'
----
status 0
warning: t = 0.785398: near a singular configuration: (x - sin(time))*(x - cos(time)) = 0 (model.mo:5) hardly determines its unknown
done at t = 2
warning: t = 0.785398: near a singular configuration
"singular"
"t": 0.785398
====
model Branches
  Real x(start = 0, fixed = true), q(start = 0);
equation
  der(x) = q;
  (q - time)*(q - 2*time + 1) = 0;
end Branches;
----
for m in dop853 dopri54 radau taylor; do involute run MODEL --stop 2 --method $m 2>&1 | grep warning; done
----
status 0
warning: t = 1: near a singular configuration
warning: t = 1: near a singular configuration
warning: t = 1: near a singular configuration
warning: t = 1: near a singular configuration
====
// Coefficients that become small, and impasse points, are no such places.
model Small
  Real x(start = 1, fixed = true), y(start = -1, fixed = true), z(start = 1, fixed = true);
equation
  exp(-50*time)*der(x) = -x*exp(-50*time);
  2*y*der(y) = -0.5;
  (1e-6 + (time - 1)^2)*der(z) = -z*(1e-6 + (time - 1)^2);
end Small;
----
involute run MODEL --stop 1.99; involute run MODEL --stop 3; involute run MODEL --by arclength --stop 1.99
----
status 0
done at t = 1.99
the solution turned back at t = 1.99
done at t = 1.99
!near a singular
====
// A pendulum in rough units: pivots fall by decades where nothing happens.
model Rough
  parameter Real r = 1e4;
  Real x(start = r, fixed = true), y(start = 0), l;
initial equation
  der(y) = 2*r;
equation
  der(der(x)) = -l*x;
  der(der(y)) = -l*y;
  x^2 + y^2 = r^2;
end Rough;
----
involute run MODEL --stop 10; involute run MODEL --stop 10 --set r=1e9; involute run MODEL --stop 10 --set r=1e-7 --atol 1e-20
----
status 0
done at t = 10
done at t = 10
done at t = 10
!near a singular
====
// A rod that becomes short is near one in any units.
model Short
  Real x(start = 1e4, fixed = true), y(start = 0), l;
equation
  der(der(x)) = -l*x;
  der(der(y)) = -l*y;
  x^2 + y^2 = 1e8*(1e-5 + (time - 1)^2)^2;
end Short;
----
involute run MODEL --stop 2 2>&1 | grep -c 'near a singular'
----
status 0
1
