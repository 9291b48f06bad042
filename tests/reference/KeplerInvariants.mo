model KeplerInvariants "Kepler orbit in space, with its energy and the vector of its angular momentum kept"
  parameter Real mu = 1, a = 1, e = 0.5;
  parameter Real tilt = 0.3;
  Real r[3](start = {a*(1 - e), 0, 0}, each fixed = true);
  Real v[3](start = sqrt(mu*(1 + e)/(a*(1 - e)))*{0, cos(tilt), sin(tilt)}, each fixed = true);
  Real energy = v*v/2 - mu/sqrt(r*r) annotation(__involute(invariant = true));
  Real L[3] = cross(r, v) annotation(__involute(invariant = true));
equation
  der(r) = v;
  der(v) = -mu*r/sqrt(r*r)^3;
end KeplerInvariants;
// Kepler's equation at t = 20 (a little more than three turns); energy = -mu/(2 a), |L| = sqrt(mu a (1 - e^2)).
//: --rtol 1e-11 --stop 20
//: r[1] = -0.578043295303536 +- 1e-7
//: r[2] = 0.824822240205577 +- 1e-7
//: v[3] = -0.0192233386256043 +- 1e-7
//: energy = -0.5 +- 1e-13
//: L[2] = -0.255928006300347 +- 1e-13
//: L[3] = 0.827345668745011 +- 1e-13
