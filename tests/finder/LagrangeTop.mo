//: degree 3, independent 3
//: integral r
//: integral (A*(p^2 + q^2) + C*r^2)/2 + k*(e0^2 - e1^2 - e2^2 + e3^2)
//: integral 2*(e1*e3 - e0*e2)*A*p + 2*(e2*e3 + e0*e1)*A*q + (e0^2 - e1^2 - e2^2 + e3^2)*C*r
model LagrangeTop "The heavy symmetric top; its attitude is a quaternion of length 1"
  parameter Real A = 1, C = 0.5, k = 2;
  Real p(start = 0.2, fixed = true), q(start = 0.5, fixed = true), r(start = 6, fixed = true);
  Real e0(start = 0.9), e1(start = 0.3, fixed = true), e2(start = 0, fixed = true), e3(start = 0, fixed = true);
equation
  A*der(p) = (A - C)*q*r + k*2*(e2*e3 + e0*e1);
  A*der(q) = (C - A)*r*p - k*2*(e1*e3 - e0*e2);
  C*der(r) = 0;
  e0^2 + e1^2 + e2^2 + e3^2 = 1;
  der(e1) = (e0*p + e2*r - e3*q)/2;
  der(e2) = (e0*q + e3*p - e1*r)/2;
  der(e3) = (e0*r + e1*q - e2*p)/2;
end LagrangeTop;
