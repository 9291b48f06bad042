model Swarm "an ellipse: H is not convex"
  Real q[2](start = {0.4, 0}, each fixed = true), p[2](start = {0, 2}, each fixed = true);
  Real H = p*p/2 - 1/sqrt(q*q) annotation(__involute(invariant = true));
equation
  der(q) = p;
  der(p) = -q/sqrt(q*q)^3;
end Swarm;
----
involute run MODEL --method hmgps --step 0.01
----
status 2
error: method hmgps needs an invariant H of all 4 coordinates, not of time, whose Hessian is definite at the start
none of the 1 declared invariants is of this kind (H = p*p/2 - 1/sqrt(q*q) is not). Use mgps or mrk4
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end M;
----
involute run MODEL --method hmgps --step 0.01
----
status 2
method hmgps needs an invariant H with a definite Hessian, and none is declared. Declare it, as in Real H = ... annotation(__involute(invariant = true)), or use gps
====
model Drifting "an invariant that contains time is no H"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real H = (x - time)^2 + y^2 annotation(__involute(invariant = true));
equation
  der(x) = 1 - y;
  der(y) = x - time;
end Drifting;
----
involute run MODEL --method hmgps --step 0.01
----
status 2
not of time
====
model Cubic
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = -x*y - x^3;
end Cubic;
----
involute run MODEL --method kahan --step 0.01
----
status 2
method kahan needs derivatives that are quadratic in all variables and time together: the derivative of y is a polynomial of degree 3. Use midpoint-stage or another method
====
model Sine
  Real x(start = 1, fixed = true);
equation
  der(x) = x + sin(time);
end Sine;
----
involute run MODEL --method kahan
----
status 2
the derivative of x is not a polynomial
====
model Pendulum "its multiplier makes velocities depend on velocities"
  Real x(start = 0.6, fixed = true), y(start = -0.8), f;
equation
  der(der(x)) = -f*x;
  der(der(y)) = -f*y - 1;
  x^2 + y^2 = 1;
end Pendulum;
----
involute run MODEL --method forest-ruth --step 0.01
----
status 2
method forest-ruth needs variables in two parts, where the derivatives of each part depend on the other part only, as for a Hamiltonian T(p) + V(q): the derivative of der(x) depends on der(x), which is the same variable. Use midpoint-stage or rk4
====
model Triangle
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), z(start = 1, fixed = true);
equation
  der(x) = y; der(y) = z; der(z) = x*y;
end Triangle;
----
involute run MODEL --method forest-ruth --step 0.01
----
status 2
which the other derivatives put into the same part
====
model Circle
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Real r = x^2 + y^2 annotation(__involute(invariant = true));
equation
  der(x) = -y;
  der(y) = x;
end Circle;
----
involute run MODEL --method mgps --retraction normal
----
status 2
method mgps requires --retraction radial; for the same steps with --retraction normal use rk4 or gps
====
model Circle
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -y;
  der(y) = x;
end Circle;
----
involute run MODEL --method kahan --by arclength
----
status 2
method kahan takes steps in time only
====
model Circle
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -y;
  der(y) = x;
end Circle;
----
involute run MODEL --method gps --controller pi
----
status 2
--controller pi needs an embedded pair, and gps has none; use richardson
====
model Saddle "convex at the start only"
  Real x(start = 0.5, fixed = true), y(start = 0.5, fixed = true);
  Real H = y^2/2 + x^2/2 - x^4/4 annotation(__involute(invariant = true));
equation
  der(x) = y;
  der(y) = -x + x^3;
  annotation(experiment(StopTime = 3));
end Saddle;
----
involute run MODEL --method hmgps --step 0.01
----
status 3
t = 0.16: with the step 0.01, method hmgps: the Hessian of H is no longer definite, so that grad H does not determine a point
Use mgps or mrk4, which work with any H
====
model Prey "rays touch the level curves where x + y = 2: told apart from iterations that fail"
  Real x(start = 0.5, fixed = true), y(start = 0.5, fixed = true);
  Real H = log(x) - x + log(y) - y annotation(__involute(invariant = true));
equation
  der(x) = -x + x*y;
  der(y) = y - x*y;
  annotation(experiment(StopTime = 10));
end Prey;
----
involute run MODEL --method mgps --step 0.01 && involute run MODEL --method mgps --step 0.01 --json
----
status 0
radial retraction failed 12 times (12 at a fold); orthogonal was used instead
"method": "mgps"
"retraction": "radial"
"retraction_fallbacks": 12
"folds": 12
====
model Ellipse "one iteration is post-stabilisation: its error is told, not hidden"
  Real q[2](start = {0.4, 0}, each fixed = true), p[2](start = {0, 2}, each fixed = true);
  Real H = p*p/2 - 1/sqrt(q*q) annotation(__involute(invariant = true));
equation
  der(q) = p;
  der(p) = -q/sqrt(q*q)^3;
end Ellipse;
----
involute run MODEL --method rk2 --step 0.031415926535897931 --newton-limit 1; involute run MODEL --method rk2 --step 0.031415926535897931 --newton-limit 1 --constraint-bound 1e12
----
status 0
units of round-off; the bound is 4. Try a larger --constraint-bound
done at t = 1
====
----
involute run $ROOT/models/EulerTop.mo --newton inexact --retraction orthogonal --newton-limit 1
----
status 2
--newton-limit does not apply to --newton inexact; use simplified or exact
====
----
involute methods
----
status 0
gps              1
mrk4             4       4  explicit Runge-Kutta
hmgps            1
kahan            2
forest-ruth      4
====
model Springs "forces that are solved for together depend on positions only, and are quadratic"
  Real q(start = 1, fixed = true), p(start = 0, fixed = true), F, G;
equation
  der(q) = p;
  der(p) = -F;
  2*F + G = q;
  F - G = q^2;
end Springs;
----
involute run MODEL --method forest-ruth --step 0.01 --quiet && involute run MODEL --method kahan --step 0.01 --quiet
----
status 0
====
model Dampers "what depends on a velocity by way of others"
  Real q(start = 1, fixed = true), p(start = 0, fixed = true), F, G;
equation
  der(q) = p;
  der(p) = -F;
  2*F + G = q;
  F - G = p^2;
end Dampers;
----
involute run MODEL --method forest-ruth --step 0.01
----
status 2
the derivative of p depends on p, which is the same variable
====
model Levers "a matrix that is not constant: the solution is a quotient"
  Real q(start = 1, fixed = true), p(start = 0, fixed = true), F, G;
equation
  der(q) = p;
  der(p) = -F;
  2*F + q*G = q;
  F - G = 1;
end Levers;
----
involute run MODEL --method kahan --step 0.01
----
status 2
the derivative of p is not a polynomial
====
model Doubled "of degree 4 by way of another variable"
  Real q(start = 1, fixed = true), p(start = 0, fixed = true), F, G;
equation
  der(q) = p;
  der(p) = -F^2;
  2*F + G = q^2;
  F - G = p;
end Doubled;
----
involute run MODEL --method kahan --step 0.01
----
status 2
the derivative of p is a polynomial of degree 4
====
// Velocities of length 0 meet u*der(u) = 0, and are no answer; without a test for folds either.
----
involute run $ROOT/models/CircularTrack.mo --like 002 --method mrk4 --step 0.005 --stop 5
----
status 0
lambda          -99.9999
