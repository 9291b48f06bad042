model HeavyTop "Lagrange's top: attitude by the vertical in its own axes"
  parameter Real A = 1, C = 0.5, k = 1;
  Real p(start = 0.2, fixed = true), q(start = 0.5, fixed = true), r(start = 3, fixed = true);
  Real a(start = 0.6, fixed = true), b(start = 0, fixed = true), c(start = 0.8, fixed = true);
equation
  A*der(p) = (A - C)*q*r + k*b;
  A*der(q) = (C - A)*r*p - k*a;
  C*der(r) = 0;
  der(a) = r*b - q*c;
  der(b) = p*c - r*a;
  der(c) = q*a - p*b;
end HeavyTop;
