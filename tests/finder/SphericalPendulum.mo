//: degree 3, independent 2
//: integral (der(x)^2 + der(y)^2 + der(z)^2)/2 + g*z
//: integral x*der(y) - y*der(x)
model SphericalPendulum
  parameter Real g = 9.81;
  Real x(start = 0.6, fixed = true), y(start = 0, fixed = true), z(start = -0.8), F;
initial equation
  der(x) = 0;
  der(y) = 1;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y;
  der(der(z)) = -F*z - g;
  x^2 + y^2 + z^2 = 1;
end SphericalPendulum;
