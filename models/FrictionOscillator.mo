model FrictionOscillator "A mass that slides on a plane under a circling load: the friction force turns, its size stays"
  // Liu, example 3: (34) - (37), the sliding phase. Start values are not printed there.
  // The last equation follows from the others once it holds, and concerns r alone: one block of two variables, the others stand in none.
  parameter Real pi = 3.141592653589793, m(unit = "kg") = 22500/pi^2 "mass", c(unit = "N.s/m") = 600/pi "damping", k(unit = "N/m") = 10000 "stiffness";
  parameter Real kd(unit = "N/m") = 50000 "stiffness of the contact", ry(unit = "N") = 50 "largest friction force", p0(unit = "N") = 500, w(unit = "rad/s") = 4*pi;
  Real x[2](each unit = "m", start = {0, 0}, each fixed = true) "displacement", v[2](each unit = "m/s", start = {0.1, 0.05}, each fixed = true) "velocity";
  Real r[2](each unit = "N", start = {0.8*ry, 0.6*ry}, each fixed = true, each nominal = 50) "friction force";
equation
  der(x) = v;
  m*der(v) = -k*x - c*v - r + p0*{cos(w*time), sin(w*time)};
  der(r) = kd*v - kd/ry^2*(r*v)*r;
  r*r = ry^2;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8), __involute(blocks = {{r[1], r[2]}}));
end FrictionOscillator;
// The first six equations alone, in 34 digits.
//: --rtol 1e-11 --stop 2
//: x[1] = -0.0314850427931787 +- 1e-9
//: x[2] = -0.0204754300297668 +- 1e-9
//: v[1] = -0.0261020134639789 +- 1e-8
//: r[1] = -32.7496025610316 +- 1e-6
//: r[2] = -37.7817883654873 +- 1e-6
//: dof = 5
