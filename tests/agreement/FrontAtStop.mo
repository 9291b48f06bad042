//: y = -0.999930685281944
model FrontAtStop "a front of width 1e-4 at the stop time; closed form"
  Real y(start = 0, fixed = true);
equation
  der(y) = tanh((time - 1)/1e-4);
  annotation(experiment(StopTime = 1));
end FrontAtStop;
