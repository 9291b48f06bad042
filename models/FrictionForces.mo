model FrictionForces "The mass of FrictionOscillator, with nothing that keeps the size of the friction force"
  // Liu, example 3: (34) - (36) alone, six equations, for what methods make of r*r = ry^2 by themselves.
  parameter Real pi = 3.141592653589793, m = 22500/pi^2 "mass", c = 600/pi "damping", k = 10000 "stiffness";
  parameter Real kd = 50000 "stiffness of the contact", ry = 50 "largest friction force", p0 = 500, w = 4*pi;
  Real x[2](start = {0, 0}, each fixed = true) "displacement", v[2](start = {0.1, 0.05}, each fixed = true) "velocity";
  Real r[2](start = {0.8*ry, 0.6*ry}, each fixed = true, each nominal = 50) "friction force";
  Real square = r*r "ry^2, as long as it is kept";
equation
  der(x) = v;
  m*der(v) = -k*x - c*v - r + p0*{cos(w*time), sin(w*time)};
  der(r) = kd*v - kd/ry^2*(r*v)*r;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end FrictionForces;
// In 34 digits.
//: --rtol 1e-11 --stop 2
//: x[1] = -0.0314850427931787 +- 1e-9
//: x[2] = -0.0204754300297668 +- 1e-9
//: v[1] = -0.0261020134639789 +- 1e-8
//: r[1] = -32.7496025610316 +- 1e-6
//: r[2] = -37.7817883654873 +- 1e-6
//: dof = 6
