model FunctionallyDependent "The rod of a pendulum in four ways, of which only one is needed"
  Real x(start = 0.6, fixed = true), y(start = -0.8), F;
initial equation
  der(x) = 0;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
  sqrt(x^2 + y^2) = 1;
  exp(x^2)*exp(y^2) = exp(1);
  x*der(x) + y*der(y) = 0;
end FunctionallyDependent;
// As a pendulum, in 30 digits.
//: --rtol 1e-10 --stop 2
//: x = 0.59172154011421 +- 1e-7
//: y = -0.806142430941867 +- 1e-7
//: dof = 2
