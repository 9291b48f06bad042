model ModifiedKepler "An orbit in a field that is slightly off Newton's: an ellipse that turns, with energy and angular momentum kept"
  // Liu, example 8: (126) - (134), after Kirchgraber. With eps = 0 it is Kepler's ellipse of eccentricity c and period 2 pi.
  parameter Real eps = 0.01, c = 0.6 "eccentricity";
  Real q[2](start = {1 - c, 0}, each fixed = true), p[2](start = {0, sqrt((1 + c)/(1 - c))}, each fixed = true);
  Real r = sqrt(q*q);
  Real H = p*p/2 - 1/r - eps/(2*r^3) annotation(__involute(invariant = true));
  Real M = q[1]*p[2] - q[2]*p[1] annotation(__involute(invariant = true));
equation
  der(q) = p;
  der(p) = -(1/r^3 + 3*eps/(2*r^5))*q;
  // Two lengths for two invariants: what the radial retraction, and with it mgps and mrk4, solves for.
  annotation(experiment(StopTime = 10, Tolerance = 1e-8), __involute(blocks = {{q[1], q[2]}, {p[1], p[2]}}));
end ModifiedKepler;
// The equations of motion alone, in 34 digits.
//: --rtol 1e-11 --stop 10
//: q[1] = 0.418030513233627 +- 1e-8
//: q[2] = -0.00765124259603654 +- 1e-8
//: p[1] = -0.285792991749707 +- 1e-8
//: p[2] = 1.91896678858895 +- 1e-8
//: dof = 4
