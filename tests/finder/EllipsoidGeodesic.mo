//: degree 4, independent 2
//: integral der(x)^2 + der(y)^2 + der(z)^2
//: integral (x^2/a^2 + y^2/b^2 + z^2/c^2)*(der(x)^2/a + der(y)^2/b + der(z)^2/c)
model EllipsoidGeodesic "Joachimsthal's integral"
  parameter Real a = 1, b = 2, c = 4;
  Real x(start = 0.6, fixed = true), y(start = 0.5, fixed = true), z(start = 1), F;
initial equation
  der(x) = 0.4;
  der(y) = 1;
equation
  der(der(x)) = -F*x/a;
  der(der(y)) = -F*y/b;
  der(der(z)) = -F*z/c;
  x^2/a + y^2/b + z^2/c = 1;
end EllipsoidGeodesic;
