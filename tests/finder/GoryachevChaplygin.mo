//: degree 3, independent 3, level 1
//: integral 2*(p^2 + q^2) + r^2/2 - k*a
//: integral 4*(p*a + q*b) + r*c
//: integral a^2 + b^2 + c^2
//: on the level 4*(p*a + q*b) + r*c = 0: r*(p^2 + q^2) + k*p*c
model GoryachevChaplygin "A = B = 4 C: a cubic integral where the vertical angular momentum is 0"
  parameter Real A = 4, B = 4, C = 1, k = 0.8;
  Real p(start = 0.4, fixed = true), q(start = 0.5, fixed = true), r(start = -1.2, fixed = true);
  Real a(start = 0.6, fixed = true), b(start = 0, fixed = true), c(start = 0.8, fixed = true);
equation
  A*der(p) = (B - C)*q*r;
  B*der(q) = (C - A)*r*p - k*c;
  C*der(r) = (A - B)*p*q + k*b;
  der(a) = r*b - q*c;
  der(b) = p*c - r*a;
  der(c) = q*a - p*b;
end GoryachevChaplygin;
