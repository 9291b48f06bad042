//: done method=dop853
model CircularOrbit "A circular orbit: energy and angular momentum are dependent on it"
  Real q[2](start = {1, 0}, each fixed = true), p[2](start = {0, 1}, each fixed = true);
  Real r = sqrt(q*q);
  Real H = p*p/2 - 1/r annotation(__involute(invariant = true));
  Real M = q[1]*p[2] - q[2]*p[1] annotation(__involute(invariant = true));
equation
  der(q) = p;
  der(p) = -q/r^3;
  annotation(experiment(StopTime = 1000, Tolerance = 1e-4));
end CircularOrbit;
