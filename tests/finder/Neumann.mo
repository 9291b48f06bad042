//: degree 4, independent 2
//: integral (der(x)^2 + der(y)^2 + der(z)^2 + a*x^2 + b*y^2 + c*z^2)/2
//: integral of Uhlenbeck, quartic: x^2 + (x*der(y) - y*der(x))^2/(a - b) + (x*der(z) - z*der(x))^2/(a - c)
model Neumann "A point on the sphere in a quadratic potential"
  parameter Real a = 1, b = 2, c = 4;
  Real x(start = 0.6, fixed = true), y(start = 0, fixed = true), z(start = 0.8), F;
initial equation
  der(x) = 0.4;
  der(y) = 1;
equation
  der(der(x)) = -F*x - a*x;
  der(der(y)) = -F*y - b*y;
  der(der(z)) = -F*z - c*z;
  x^2 + y^2 + z^2 = 1;
end Neumann;
