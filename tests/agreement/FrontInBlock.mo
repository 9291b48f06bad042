//: y = 0
model FrontInBlock "its argument comes from two simultaneous equations; closed form"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), a, b;
equation
  der(x) = 1;
  a + 2*b = 3*x;
  2*a - b = x;
  der(y) = tanh((a - 1 + b - 1)/1e-4);
  annotation(experiment(StopTime = 2));
end FrontInBlock;
