//: y = 1.772453850905516
model GaussPulse "a Gaussian pulse of width 1e-3; closed form"
  Real y(start = 0, fixed = true);
equation
  der(y) = 1000*exp(-((time - 1)/1e-3)^2);
  annotation(experiment(StopTime = 3));
end GaussPulse;
