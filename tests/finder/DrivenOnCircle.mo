//: degree 3, independent 1, level 1
//: integral q^2 + p^2
//: on the level q^2 + p^2 = 1: z
model DrivenOnCircle "z stays where the oscillator has amplitude 1"
  Real q(start = 0.6, fixed = true), p(start = 0.8, fixed = true);
  Real z(start = 0.5, fixed = true), w(start = 0.2, fixed = true);
equation
  der(q) = p;
  der(p) = -q;
  der(z) = (q^2 + p^2 - 1)*w;
  der(w) = q*z - w^2;
end DrivenOnCircle;
