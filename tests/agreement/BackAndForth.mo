//: y = 0.3099837442067367
model BackAndForth "a state that comes back to a front after touching it; quadrature"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 2*(time - 1);
  der(y) = 100*(1 - tanh(1 + x/1e-4));
  annotation(experiment(StopTime = 2));
end BackAndForth;
