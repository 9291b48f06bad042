//: degree 3, independent 0
model DampedPendulum
  parameter Real L = 1, g = 9.81, d = 0.1;
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x - d*der(x);
  der(der(y)) = -F*y - g - d*der(y);
  x^2 + y^2 = L^2;
end DampedPendulum;
