//: degree 3, independent 1, level 0
//: integral q^2 + p^2
model DrivenOffCircle "The same as DrivenOnCircle, but the amplitude is not 1"
  Real q(start = 0.6, fixed = true), p(start = 0.9, fixed = true);
  Real z(start = 0.5, fixed = true), w(start = 0.2, fixed = true);
equation
  der(q) = p;
  der(p) = -q;
  der(z) = (q^2 + p^2 - 1)*w;
  der(w) = q*z - w^2;
end DrivenOffCircle;
