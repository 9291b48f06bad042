//: degree 3, independent 5
//: integral A*p^2 + B*q^2 + C*r^2
//: integral e0^2 + e1^2 + e2^2 + e3^2
//: integral (e0^2 + e1^2 - e2^2 - e3^2)*A*p + 2*(e1*e2 - e0*e3)*B*q + 2*(e1*e3 + e0*e2)*C*r
//: integral 2*(e1*e2 + e0*e3)*A*p + (e0^2 - e1^2 + e2^2 - e3^2)*B*q + 2*(e2*e3 - e0*e1)*C*r
//: integral 2*(e1*e3 - e0*e2)*A*p + 2*(e2*e3 + e0*e1)*B*q + (e0^2 - e1^2 - e2^2 + e3^2)*C*r
model FreeBody "The free rigid body with its attitude as a quaternion of any length"
  parameter Real A = 1, B = 2, C = 3.5;
  Real p(start = 0.3, fixed = true), q(start = 1, fixed = true), r(start = -0.7, fixed = true);
  Real e0(start = 0.8, fixed = true), e1(start = 0.6, fixed = true), e2(start = 0, fixed = true), e3(start = 0, fixed = true);
equation
  A*der(p) = (B - C)*q*r;
  B*der(q) = (C - A)*r*p;
  C*der(r) = (A - B)*p*q;
  der(e0) = -(e1*p + e2*q + e3*r)/2;
  der(e1) = (e0*p + e2*r - e3*q)/2;
  der(e2) = (e0*q + e3*p - e1*r)/2;
  der(e3) = (e0*r + e1*q - e2*p)/2;
end FreeBody;
