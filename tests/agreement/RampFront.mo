//: y = 0.6
model RampFront "a front of width 1e-3 between two flat pieces; closed form"
  Real y(start = 0, fixed = true);
equation
  der(y) = tanh((time - 0.7)/1e-3);
  annotation(experiment(StopTime = 2));
end RampFront;
