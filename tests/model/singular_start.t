// Starts at a point where the equations can't be solved for the highest derivatives: a run ends, soon and with a reason.
// x' - sin x' = t: the slope begins as (6 t)^(1/3), with a vertical tangent.
model M
  Real x(start = 0.5, fixed = true);
equation
  der(x) = time + sin(der(x));
end M;
----
timeout -k 1 10 involute run MODEL; s=$?; [ $s = 1 ] || [ $s = 3 ]
----
status 0
error:
====
// The same where the derivative is zero for ever.
model M
  Real x(start = 1), w;
equation
  der(x) = w/1e-3 + w;
  x + w + 0.5 = der(x);
  der(x) = atan(der(x));
end M;
----
timeout -k 1 10 involute run MODEL; s=$?; [ $s = 0 ] || [ $s = 1 ] || [ $s = 3 ]
----
status 0
!internal
====
// Steps that are all rejected at t = 0 must come to an end.
model M
  Real x(start = 0.5, fixed = true);
equation
  der(x) = tanh(time + der(x));
end M;
----
timeout -k 5 10 involute run MODEL; s=$?; [ $s = 1 ] || [ $s = 3 ]
----
status 0
error:
====
// From a little later on there is nothing to it.
model M
  Real x(start = 0.5, fixed = true);
equation
  der(x) = time + sin(der(x));
end M;
----
involute run MODEL --start 0.01
----
status 0
done at t = 1
====
// The direction is 0 at the start and 1e18 just beyond: 0.0006 as a first step left three attempts for 13 powers of ten.
model SteepKink
  Real x(start = 1, fixed = true), v(start = -41);
equation
  der(x) = x;
  exp(v) = abs(time) + 1e-18;
end SteepKink;
----
involute run MODEL --stop 0.5
----
status 0
done at t = 0.5
-0.69314718055994
====
// What contradicts itself by a square is found by steps of some size; the shortest ones say nothing of it.
model Apart
  Real y(start = 0.5, fixed = true), z(start = 0.5);
equation
  der(y) = 1;
  der(z) = 1.3;
  (y - z)^2 = 0;
end Apart;
----
involute run MODEL
----
status 4
a derivative of (y - z)^2 = 0
does not hold here
work       0 steps, 10 rejected
====
// Steps that lead nowhere: a million of 1e-14 before.
model Apart
  Real y(start = 0.5, fixed = true), z(start = 0.5);
equation
  der(y) = 1;
  der(z) = 1.3;
  (y - z)^2 = 0;
end Apart;
----
involute run MODEL --first-step 1e-12
----
status 3
leave the constraints, and the retraction undoes them
The equations contradict each other from here on
work       1024 steps
====
// A row without a gradient where it is met: no length of step helps.
model Cross
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x;
  x*y = 0;
end Cross;
----
involute run MODEL
----
status 3
error: t = 0:
the gradient of x*y = 0 (model.mo:7) vanishes there (or underflows): the equation is singular
Start elsewhere
Cross: stopped at t = 0 (singular)
!stalled
!larger --rtol
====
// What grows until its square overflows.
model Unstable
  Real a(start = 0.1, fixed = true), b, u, w;
equation
  a + b = cos(time);
  1e-3*der(a) = u;
  2e-3*der(b) = w;
  u - w = a*5;
end Unstable;
----
involute run MODEL
----
status 3
a has grown to
grows without bound
!stalled
====
// A run that cannot begin has stopped at its start.
model Apart
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  x = exp(-time)*(1 + 1e-9*time);
end Apart;
----
involute run MODEL
----
status 4
at the start, a derivative of
Apart: stopped at t = 0 (constraint)
!t = nan
