//: degree 3, independent 2
//: integral A*p^2 + B*q^2 + C*r^2
//: integral A^2*p^2 + B^2*q^2 + C^2*r^2
model EulerTop "The free rigid body: energy and the square of the angular momentum"
  parameter Real A = 1, B = 2, C = 3.5;
  Real p(start = 0.3, fixed = true), q(start = 1, fixed = true), r(start = -0.7, fixed = true);
equation
  A*der(p) = (B - C)*q*r;
  B*der(q) = (C - A)*r*p;
  C*der(r) = (A - B)*p*q;
end EulerTop;
