//: degree 2, independent 2
//: integral S + I + R
//: integral R + (c/b)*log(S)
model Epidemic "Kermack and McKendrick (1927)"
  parameter Real b = 0.5, c = 0.2;
  Real S(start = 0.9, fixed = true), I(start = 0.1, fixed = true), R(start = 0, fixed = true);
equation
  der(S) = -b*S*I;
  der(I) = b*S*I - c*I;
  der(R) = c*I;
end Epidemic;
