model FourBarEnergy "Four bar linkage with its energy declared as an invariant: right without a torque, refused with one"
  // Tuomela and Arponen (2001), (6.6) with (6.7). Without a torque the energy is kept to round-off; with --set T=0.8 the run ends as soon as
  // the linkage moves, with the rate at which the energy changes. At the start the linkage is at rest and nothing is seen of it.
  parameter Real a(unit = "m") = 1, b(unit = "m") = 2, c(unit = "m") = 1.5, d(unit = "m") = 2 "lengths";
  parameter Real m1(unit = "kg") = 0.2, m2(unit = "kg") = 0.1 "masses";
  parameter Real T(unit = "N.m") = 0 "torque on the crank";
  parameter Real g(unit = "m/s2") = 9.81;
  Real x1(unit = "m", start = 0.5), y1(unit = "m", start = 0.866), x2(unit = "m", start = 2.4155), y2(unit = "m", start = 1.4413);
  Real lambda1(unit = "N/m"), lambda2(unit = "N/m"), lambda3(unit = "N/m") "forces in the rods, per length";
  Real energy(unit = "J") = m1*(der(x1)^2 + der(y1)^2)/2 + m2*(der(x2)^2 + der(y2)^2)/2 + g*(m1*y1 + m2*y2)
    annotation(__involute(invariant = true));
initial equation
  x1 = 0.5;
  der(x1) = 0;
equation
  m1*der(der(x1)) + y1*T/a^2 + x1*lambda1 - (x2 - x1)*lambda2 = 0;
  m1*der(der(y1)) - x1*T/a^2 + m1*g + y1*lambda1 - (y2 - y1)*lambda2 = 0;
  m2*der(der(x2)) + (x2 - x1)*lambda2 - (d - x2)*lambda3 = 0;
  m2*der(der(y2)) + m2*g + (y2 - y1)*lambda2 + y2*lambda3 = 0;
  (x1^2 + y1^2 - a^2)/2 = 0 annotation(__involute(name = "crank"));
  ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0 annotation(__involute(name = "coupler"));
  ((d - x2)^2 + y2^2 - c^2)/2 = 0 annotation(__involute(name = "rocker"));
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end FourBarEnergy;
// The reduced system in 34 digits.
//: --rtol 1e-12 --stop 5
//: x1 = -0.978050458742635 +- 1e-8
//: y1 = -0.20836818411965 +- 1e-8
//: x2 = 0.740501769094286 +- 1e-8
//: y2 = 0.814655882164596 +- 1e-8
//: dof = 2
