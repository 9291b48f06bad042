//: degree 4, independent 4
//: integral p^2 + q^2 + r^2/2 - k*a
//: integral 2*(p*a + q*b) + r*c
//: integral a^2 + b^2 + c^2
//: integral (p^2 - q^2 + k*a)^2 + (2*p*q + k*b)^2
model Kowalevski "A = B = 2 C, centre of mass in the plane of A and B: Kowalevski (1889)"
  parameter Real A = 2, B = 2, C = 1, k = 0.8;
  Real p(start = 0.3, fixed = true), q(start = 0.4, fixed = true), r(start = 1, fixed = true);
  Real a(start = 0.6, fixed = true), b(start = 0, fixed = true), c(start = 0.8, fixed = true);
equation
  A*der(p) = (B - C)*q*r;
  B*der(q) = (C - A)*r*p - k*c;
  C*der(r) = (A - B)*p*q + k*b;
  der(a) = r*b - q*c;
  der(b) = p*c - r*a;
  der(c) = q*a - p*b;
end Kowalevski;
