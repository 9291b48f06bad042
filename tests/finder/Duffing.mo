//: degree 4, independent 1
//: integral v^2/2 - x^2/2 + x^4/4
model Duffing
  Real x(start = 1.5, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = x - x^3;
end Duffing;
