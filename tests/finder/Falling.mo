//: degree 2, independent 2
//: integral der(y) + g*time
//: integral y - der(y)*time - g*time^2/2
model Falling
  parameter Real g = 9.81;
  Real y(start = 10, fixed = true), v(start = 0, fixed = true);
equation
  der(y) = v;
  der(v) = -g;
end Falling;
