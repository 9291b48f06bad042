//: degree 4, independent 0
model Lorenz
  parameter Real s = 10, r = 28, b = 2.6666666666666667;
  Real x(start = 1, fixed = true), y(start = 1, fixed = true), z(start = 20, fixed = true);
equation
  der(x) = s*(y - x);
  der(y) = x*(r - z) - y;
  der(z) = x*y - b*z;
end Lorenz;
