model FourBar "Four bar linkage driven by a torque: three rods, two point masses, index 3"
  // Tuomela and Arponen (2001), section 6.4. Joint 1 at (x1, y1) turns about the origin, joint 2 at
  // (x2, y2) about (d, 0); a rod of length b connects them. Second derivatives are written as they are.
  parameter Real a(unit = "m") = 1, b(unit = "m") = 2, c(unit = "m") = 1.5, d(unit = "m") = 2 "lengths";
  parameter Real m1(unit = "kg") = 0.2, m2(unit = "kg") = 0.1 "masses";
  parameter Real T(unit = "N.m") = 0.8 "torque on the crank";
  parameter Real g(unit = "m/s2") = 9.81;
  Real x1(unit = "m", start = 0.5), y1(unit = "m", start = 0.866);
  Real x2(unit = "m", start = 2.4155), y2(unit = "m", start = 1.4413);
  Real lambda1(unit = "N/m"), lambda2(unit = "N/m"), lambda3(unit = "N/m") "forces in the rods, per length";
initial equation
  der(x1) = 0;
equation
  m1*der(der(x1)) + y1*T/a^2 + x1*lambda1 - (x2 - x1)*lambda2 = 0;
  m1*der(der(y1)) - x1*T/a^2 + m1*g + y1*lambda1 - (y2 - y1)*lambda2 = 0;
  m2*der(der(x2)) + (x2 - x1)*lambda2 - (d - x2)*lambda3 = 0;
  m2*der(der(y2)) + m2*g + (y2 - y1)*lambda2 + y2*lambda3 = 0;
  (x1^2 + y1^2 - a^2)/2 = 0 annotation(__involute(name = "crank"));
  ((x2 - x1)^2 + (y2 - y1)^2 - b^2)/2 = 0 annotation(__involute(name = "coupler"));
  ((d - x2)^2 + y2^2 - c^2)/2 = 0 annotation(__involute(name = "rocker"));
  annotation(experiment(StopTime = 5, Tolerance = 1e-8),
    __involute(plots = {plot(x = "x2", y = "y2", title = "path of joint 2"), plot(y = {"x1", "y1"}, title = "crank"),
                        plot(y = {"lambda1", "lambda2", "lambda3"}, title = "forces in the rods")},
      animation(
      points = {point(name = "O", x = 0, y = 0), point(name = "A", x = "x1", y = "y1"),
                point(name = "B", x = "x2", y = "y2", trace = true), point(name = "C", x = d, y = 0)},
      links = {link(from = "O", to = "A"), link(from = "A", to = "B"), link(from = "B", to = "C")})));
end FourBar;
// The reduced system in 34 digits.
//: --rtol 1e-12 --stop 5
//: x1 = 0.888901176418275 +- 1e-8
//: y1 = -0.458099005196701 +- 1e-8
//: x2 = 1.54784867938017 +- 1e-8
//: y2 = 1.43023046508657 +- 1e-8
//: index = 3
//: dof = 2
