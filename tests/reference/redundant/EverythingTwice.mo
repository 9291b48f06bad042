model EverythingTwice "A pendulum with each equation twice, scaled, and some sums of them"
  Real x(start = 0.6, fixed = true), y(start = -0.8), F;
initial equation
  der(x) = 0;
equation
  der(der(x)) = -F*x;
  2*der(der(x)) = -2*F*x;
  der(der(y)) = -F*y - 9.81;
  0.3*der(der(y)) = -0.3*F*y - 0.3*9.81;
  x^2 + y^2 = 1;
  1e6*x^2 + 1e6*y^2 = 1e6;
  der(der(x)) + 2*der(der(y)) + x^2 + y^2 = -F*x - 2*F*y - 2*9.81 + 1;
end EverythingTwice;
// As a pendulum, in 30 digits.
//: --rtol 1e-10 --stop 2
//: x = 0.59172154011421 +- 1e-7
//: y = -0.806142430941867 +- 1e-7
//: dof = 2
//: index = 3
