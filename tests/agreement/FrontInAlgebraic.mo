//: y = -1.7998
model FrontInAlgebraic "the front stands in algebraic unknowns; closed form"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z, f, w;
equation
  der(x) = 1;
  z = (x - 1)/1e-4;
  f = tanh(z);
  w + f = 2;
  der(y) = f*w;
  annotation(experiment(StopTime = 2.2));
end FrontInAlgebraic;
