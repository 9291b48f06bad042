//: degree 3, independent 3
//: integral (der(x)^2 + der(y)^2)/2 - k/sqrt(x^2 + y^2)
//: integral x*der(y) - y*der(x)
//: integral der(y)*(x*der(y) - y*der(x)) - k*x/sqrt(x^2 + y^2)
model KeplerPlane "Of the four integrals known, three are independent: Goldstein, Classical Mechanics, 3.9"
  parameter Real k = 1;
  Real x(start = 0.4, fixed = true), y(start = 0, fixed = true);
  Real r = sqrt(x^2 + y^2);
initial equation
  der(x) = 0;
  der(y) = 2;
equation
  der(der(x)) = -k*x/r^3;
  der(der(y)) = -k*y/r^3;
end KeplerPlane;
