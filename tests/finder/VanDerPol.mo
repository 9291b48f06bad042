//: degree 4, independent 0
model VanDerPol
  parameter Real m = 1;
  Real x(start = 2, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = m*(1 - x^2)*v - x;
end VanDerPol;
