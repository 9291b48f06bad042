//: y = 1.05
model LogisticPulse "the difference of two logistic functions of width 1e-5; closed form"
  parameter Real w = 1e-5;
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = 2;
  der(y) = 10*(1/(1 + exp((0.8 - x)/w)) - 1/(1 + exp((0.81 - x)/w)));
  annotation(experiment(StopTime = 1));
end LogisticPulse;
