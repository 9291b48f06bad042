//: degree 2, independent 3
//: integral E + C
//: integral F + D
//: integral S + P + C + D
model Enzymes "A substance changed by one enzyme and back by another"
  parameter Real a = 1, b = 0.7, c = 0.3, d = 1.4, e = 0.2, f = 0.9;
  Real S(start = 2, fixed = true), P(start = 0.1, fixed = true), E(start = 0.5, fixed = true);
  Real C(start = 0, fixed = true), F(start = 0.4, fixed = true), D(start = 0, fixed = true);
equation
  der(S) = -a*E*S + b*C + f*D;
  der(P) = c*C - d*F*P + e*D;
  der(E) = -a*E*S + b*C + c*C;
  der(C) = a*E*S - b*C - c*C;
  der(F) = -d*F*P + e*D + f*D;
  der(D) = d*F*P - e*D - f*D;
end Enzymes;
