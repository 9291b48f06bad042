//: stop=3.0
model WeakBar "A mixture of two constraints, one of them with a weight of 1e-7, beside both"
  parameter Real m1 = 1, m2 = 1;
  Real x1(start = 1), y1(start = 1);
  Real x2(start = 1), y2(start = -1);
  Real mu[3];
equation
  1e-7*(4*y1*y2 + 3*x1 - 3*x2 + 6) + (4*y1*x2 - 3*y1 + 3*y2) = 0;
  m1*der(der(x1)) = 0;
  m1*der(der(y1)) + (x2)*mu[2] = 0;
  m2*der(der(x2)) - mu[3] = 0;
  m2*der(der(y2)) + 2*y2*mu[1] = 0;
  x2^2 - 4*x2 + 1 = 0;
  4*y1*x2 - 3*y1 + 3*y2 = 0;
  4*y1*y2 + 3*x1 - 3*x2 + 6 = 0;
end WeakBar;
