model M
  Real x(start = 1, fixed = true), y(start = 0), u(start = 0), v(start = 0, fixed = true), f;
equation
  der(x) = u; der(y) = v;
  der(u) = -f*x; der(v) = -f*y - 1;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 5.1, Tolerance = 1e-12));
end M;
----
involute run MODEL --method taylor && involute methods
----
status 0
done at t = 5.1
index 3, 2 degrees of freedom
method taylor, rtol 1e-12
retraction staged
x       -0.5900495299992
taylor2
taylor3
taylor3-normal
geometric Taylor
taylor
Taylor series, order by the tolerance
====
model M
  Real x(start = 1, fixed = true), y(start = 0), u(start = 0), v(start = 0, fixed = true), f;
equation
  der(x) = u; der(y) = v;
  der(u) = -f*x; der(v) = -f*y - 1;
  x^2 + y^2 = 1;
end M;
----
involute run MODEL --method taylor3 --rtol 1e-5 --stop 1
----
status 0
method taylor3
controller richardson
retraction orthogonal
====
model M
  Real x(start = 1, fixed = true), y(start = 0), u(start = 0), v(start = 0, fixed = true), f;
equation
  der(x) = u; der(y) = v;
  der(u) = -f*x; der(v) = -f*y - 1;
  x^2 + y^2 = 1;
end M;
----
involute run MODEL --method taylor2 --retraction staged
----
status 2
method taylor2 reaches its order only with --retraction orthogonal or normal, not with staged
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
involute run MODEL --method taylor --by arclength
----
status 2
method taylor expands the solution in time and cannot take steps by arclength; use dop853
====
model M "x*der(x) = -1 ends at t = 1/2, where series in time have no more to say"
  Real x(start = 1, fixed = true);
equation
  x*der(x) = -1;
end M;
----
involute run MODEL --method taylor
----
status 3
the coefficient of der(x) in x*der(x) = -1 (model.mo:4) goes to 0
Methods such as dop853 can follow it by arclength
====
model M "the square root has no series where it begins"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1 - sqrt(x);
end M;
----
involute run MODEL --method taylor
----
status 3
has no Taylor series
!nan
====
model M "a chain of five with roots: texts of hidden constraints beyond all bounds are not made"
  parameter Integer P = 5;
  Real x[P](each start = 0.02, each fixed = true), y[P](each start = 1), l[P];
initial equation
  for i in 1:P loop
    der(x[i]) = 0;
  end for;
equation
  sqrt(x[1]^2 + y[1]^2) = 1;
  for i in 1:P loop
    der(der(x[i])) = -l[i]*x[i];
    der(der(y[i])) = -l[i]*y[i] + 1;
  end for;
  for i in 2:P loop
    sqrt(x[i]^2 + y[i]^2) = 1 + 0.1*l[i - 1];
  end for;
end M;
----
involute analyze MODEL && involute analyze MODEL --json
----
status 0
index 11, 10 degrees of freedom
hidden constraints
0.5*(2*x[1]*der(x[1]) + 2*y[1]*der(y[1]))/sqrt(x[1]^2 + y[1]^2) = 0
(too long to show)
the 9th derivative of sqrt(x[1]^2 + y[1]^2) = 1 (model.mo:9)
"hidden_constraints": [
null
"level": 9
====
// the terms of a series overflow beside 1/lambda = 1/0: no step is left, and the run says so
model M
  Real x(start = -1, fixed = true), y(start = 0), vx(start = 0, fixed = true), vy(start = 0), lambda;
equation
  der(y) = vy;
  der(x) = vx;
  der(vx) = -2*x*lambda;
  der(vy) = -2*y/lambda - 13.75;
  x^2 + y^2 = 1;
end M;
----
involute run MODEL --method taylor --stop 0.4
----
status 3
the step size fell to
!internal
