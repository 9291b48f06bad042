model KeplerEnergy "Kepler's ellipse of period 2 pi with its energy kept, its angular momentum not"
  // Liu, table 2 (after Ascher 1997): the rows that know of one invariant. For both see ModifiedKepler with eps = 0.
  parameter Real c = 0.6 "eccentricity";
  Real q[2](start = {1 - c, 0}, each fixed = true), p[2](start = {0, sqrt((1 + c)/(1 - c))}, each fixed = true);
  Real r = sqrt(q*q);
  Real H = p*p/2 - 1/r "energy" annotation(__involute(invariant = true));
  Real M = q[1]*p[2] - q[2]*p[1] "angular momentum";
equation
  der(q) = p;
  der(p) = -q/r^3;
  annotation(experiment(StopTime = 6.283185307179586, Tolerance = 1e-8));
end KeplerEnergy;
// One revolution.
//: --rtol 1e-12 --stop 6.283185307179586
//: q[1] = 0.4 +- 1e-9
//: q[2] = 0 +- 1e-8
//: p[1] = 0 +- 1e-8
//: p[2] = 2 +- 1e-9
//: dof = 4
