//: y = -0.4999999983333334
model RootSign "the sign of a state by a square root, width 1e-4; closed form"
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -1;
  der(y) = x/sqrt(x^2 + 1e-8);
  annotation(experiment(StopTime = 2.5));
end RootSign;
