//: x = -2.733390785654031
//: y = 20.00009138785677
model SechOfSwing "an oscillator passes a hyperbolic pulse three times; quadrature"
  Real x(start = 3, fixed = true), v(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  der(y) = 1000/cosh(100*x)^2;
  annotation(experiment(StopTime = 9));
end SechOfSwing;
