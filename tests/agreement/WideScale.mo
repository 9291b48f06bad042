//: y = -0.4
model WideScale "a front of width 1e-6 in a state of size 1e5; closed form"
  Real s(start = 0, fixed = true, nominal = 1e5), y(start = 0, fixed = true);
equation
  der(s) = 1e5;
  der(y) = tanh((s - 1.2e5)/0.1);
  annotation(experiment(StopTime = 2));
end WideScale;
