//: degree 3, independent 3
//: integral vx^2 + x^2
//: integral vy^2 + 4*y^2
//: integral a cubic one, of the ratio 1 : 2
model AnisotropicOscillator
  Real x(start = 1, fixed = true), y(start = 0.3, fixed = true);
  Real vx(start = 0, fixed = true), vy(start = 0.5, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x;
  der(vy) = -4*y;
end AnisotropicOscillator;
