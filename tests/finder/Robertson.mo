//: degree 3, independent 1
//: integral x + y + z
model Robertson
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = -0.04*x + 1e4*y*z;
  der(y) = 0.04*x - 1e4*y*z - 3e7*y^2;
  der(z) = 3e7*y^2;
end Robertson;
