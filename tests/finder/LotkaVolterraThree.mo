//: degree 2, independent 2
//: integral x + y + z
//: integral log(x) + log(y) + log(z)
model LotkaVolterraThree "The cyclic one of Volterra; equal to a Lax pair of three"
  Real x(start = 1, fixed = true), y(start = 0.5, fixed = true), z(start = 2, fixed = true);
equation
  der(x) = x*(y - z);
  der(y) = y*(z - x);
  der(z) = z*(x - y);
end LotkaVolterraThree;
