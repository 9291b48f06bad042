model OrificeReversal "Outflow through an orifice against a pump, into reverse; rest at x = -(a/k)^2"
  parameter Real k = 1, a = 0.2;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*sign(x)*sqrt(abs(x)) - a;
end OrificeReversal;
//: --rtol 1e-8 --stop 14
//: x = -0.04 +- 1e-9
//: events = 0
