model DoublePendulum "Two rods in the plane, one hanging on the other: index 3, chaotic for large swings"
  parameter Real L1(unit = "m") = 1, L2(unit = "m") = 0.8 "lengths of the rods";
  parameter Real m1(unit = "kg") = 1, m2(unit = "kg") = 0.6 "masses at their ends";
  parameter Real g(unit = "m/s2") = 9.81;
  Real x1(start = L1, fixed = true, unit = "m"), y1(start = 0, unit = "m");
  Real x2(start = L1, fixed = true, unit = "m"), y2(start = L2, unit = "m");
  Real lambda1(unit = "N/m"), lambda2(unit = "N/m") "forces in the rods, per length";
initial equation
  der(y1) = 0;
  der(x2) = 0;
equation
  m1*der(der(x1)) = -lambda1*x1 + lambda2*(x2 - x1);
  m1*der(der(y1)) = -lambda1*y1 + lambda2*(y2 - y1) - m1*g;
  m2*der(der(x2)) = -lambda2*(x2 - x1);
  m2*der(der(y2)) = -lambda2*(y2 - y1) - m2*g;
  x1^2 + y1^2 = L1^2 annotation(__involute(name = "upper rod"));
  (x2 - x1)^2 + (y2 - y1)^2 = L2^2 annotation(__involute(name = "lower rod"));
  annotation(experiment(StopTime = 10, Tolerance = 1e-8),
    __involute(animation(
      points = {point(name = "O", x = 0, y = 0), point(name = "A", x = "x1", y = "y1"), point(name = "B", x = "x2", y = "y2", trace = true)},
      links = {link(from = "O", to = "A"), link(from = "A", to = "B")})));
end DoublePendulum;
// Two angles by another program, rtol 1e-13.
//: --rtol 1e-12 --stop 3
//: x1 = -0.0596195099729 +- 1e-9
//: y1 = -0.9982211749059 +- 1e-9
//: x2 = 0.4449836331837 +- 1e-9
//: y2 = -1.6190075052294 +- 1e-9
//: index = 3
//: dof = 4
