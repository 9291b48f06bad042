//: y = 1
model LogisticFront "a logistic front of width 1e-4; closed form"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1/(1 + exp(-(x - 1)/1e-4));
  annotation(experiment(StopTime = 2));
end LogisticFront;
