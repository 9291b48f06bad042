//: degree 4, independent 3, level 1
//: integral M1^2 + M2^2 + 2*M3^2 + c*(a^2 - b^2)
//: integral M1*a + M2*b + M3*g
//: integral a^2 + b^2 + g^2
//: on the level M1*a + M2*b + M3*g = 0: (M1^2 - M2^2 + c*g^2)^2 + 4*M1^2*M2^2
model ChaplyginKirchhoff "A body in a fluid: Chaplygin's quartic integral (1903) where the momenta are orthogonal"
  parameter Real c = 0.7;
  Real M1(start = 0.5, fixed = true), M2(start = 0.3, fixed = true), M3(start = -0.375, fixed = true);
  Real a(start = 0.6, fixed = true), b(start = 0, fixed = true), g(start = 0.8, fixed = true);
equation
  der(M1) = M2*4*M3 - M3*2*M2 + b*0 - g*(-2*c*b);
  der(M2) = M3*2*M1 - M1*4*M3 + g*2*c*a;
  der(M3) = a*(-2*c*b) - b*2*c*a;
  der(a) = b*4*M3 - g*2*M2;
  der(b) = g*2*M1 - a*4*M3;
  der(g) = a*2*M2 - b*2*M1;
end ChaplyginKirchhoff;
