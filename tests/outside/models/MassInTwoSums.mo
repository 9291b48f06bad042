//: done stop=10000000000.0
model MassInTwoSums "A sum with a name of its own, read by another sum"
  Real A(start = 1, fixed = true);
  Real B(start = 1, fixed = true, nominal = 2);
  Real C;
  Real qs2 = A - 2*C*B - 2*B^2;
  Real qs5;
equation
  qs5 = A + B;
  der(A) = -0.04*A;
  der(B) = qs2;
  qs5 + C = 1;
end MassInTwoSums;
