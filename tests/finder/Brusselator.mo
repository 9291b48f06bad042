//: degree 4, independent 0
model Brusselator
  parameter Real a = 1, b = 3;
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = a + x^2*y - b*x - x;
  der(y) = b*x - x^2*y;
end Brusselator;
