//: degree 3, independent 1
//: integral (der(x)^2 + der(y)^2)/2 + g*y
model Pendulum "A point on a rod"
  parameter Real L = 1, g = 9.81;
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
