model MagnetoHydrodynamics "Ideal magnetohydrodynamics in three dimensions, reduced: three equations of second order and an integral"
  // Tuomela, Arponen, Normi, (6.12), with the value of the integral at the start (printed: 0). It grows
  // beyond all bounds soon after t = 1.75. --ambient full takes y, v and der(v) together: their general case. The integral times 24 has
  // no fractions; it matters to tests of residuals as they are (--like 000).
  parameter Real beta = 1, gamma = 1, a = 4.388333333333333333, factor = 1;
  Real y1(start = 1), y2(start = 1), y3(start = 1), v1(start = 0.4), v2(start = 0.5), v3(start = 0.6);
equation
  der(y1) = v1;
  der(y2) = v2;
  der(y3) = v3;
  der(v1) - y1*y3/3 + beta/3*y1 = 0;
  der(v2) - y2*y3/3 - beta/3*y2 + gamma/3*y1 = 0;
  der(v3) - y3^2 - 8*v2 + beta^2 = 0;
  factor*(4*y2^2 + 3*y3*v2 + y3^3/12 - y2*v3 - v3^2/8 - 3*beta*v2 - beta^2*y3/4 + 3*gamma*v1) = factor*a;
  annotation(experiment(StopTime = 1.75, Tolerance = 1e-7));
end MagnetoHydrodynamics;
// The equations of motion alone, in 34 digits.
//: --rtol 1e-11 --stop 1.75
//: y1 = 5.64016067309577 +- 1e-6
//: y2 = 7.92906384504909 +- 1e-6
//: y3 = 138.468485521158 +- 1e-4
//: v1 = 26.4077792573883 +- 1e-5
//: v3 = 1346.00236302516 +- 1e-3
//: dof = 5
