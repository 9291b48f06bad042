model FourBarWork "Four bar linkage whose energy grows by what the torque does: an invariant that is one"
  // Tuomela and Arponen (2001), section 6.4. The energy (6.7) is called constant there, but a torque does work: what is constant is the energy
  // without the torque's work, T times the angle that the crank has turned. The model FourBarImposed shows what comes of the other.
  parameter Real a(unit = "m") = 1, b(unit = "m") = 2, c(unit = "m") = 1.5, d(unit = "m") = 2 "lengths";
  parameter Real m1(unit = "kg") = 0.2, m2(unit = "kg") = 0.1 "masses";
  parameter Real T(unit = "N.m") = 0.8 "torque on the crank";
  parameter Real g(unit = "m/s2") = 9.81;
  Real x1(unit = "m", start = 0.5), y1(unit = "m", start = 0.866), x2(unit = "m", start = 2.4155), y2(unit = "m", start = 1.4413);
  Real lambda1(unit = "N/m"), lambda2(unit = "N/m"), lambda3(unit = "N/m") "forces in the rods, per length";
  Real work(unit = "J", start = 0, fixed = true) "of the torque";
  Real energy(unit = "J") = m1*(der(x1)^2 + der(y1)^2)/2 + m2*(der(x2)^2 + der(y2)^2)/2 + g*(m1*y1 + m2*y2);
  Real balance(unit = "J") = energy - work annotation(__involute(invariant = true));
initial equation
  der(x1) = 0;
equation
  der(work) = T/a^2*(x1*der(y1) - y1*der(x1));
  m1*der(der(x1)) + y1*T/a^2 + x1*lambda1 - (x2 - x1)*lambda2 = 0;
  m1*der(der(y1)) - x1*T/a^2 + m1*g + y1*lambda1 - (y2 - y1)*lambda2 = 0;
  m2*der(der(x2)) + (x2 - x1)*lambda2 - (d - x2)*lambda3 = 0;
  m2*der(der(y2)) + m2*g + (y2 - y1)*lambda2 + y2*lambda3 = 0;
  (x1^2 + y1^2 - a^2)/2 = 0 annotation(__involute(name = "crank"));
  ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0 annotation(__involute(name = "coupler"));
  ((d - x2)^2 + y2^2 - c^2)/2 = 0 annotation(__involute(name = "rocker"));
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end FourBarWork;
// As for FourBar.
//: --rtol 1e-12 --stop 5
//: x1 = 0.888901176418275 +- 1e-8
//: y1 = -0.458099005196701 +- 1e-8
//: x2 = 1.54784867938017 +- 1e-8
//: y2 = 1.43023046508657 +- 1e-8
//: dof = 3
