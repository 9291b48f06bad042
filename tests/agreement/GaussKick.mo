//: y = 0.8801745340301736
model GaussKick "a decaying state kicked by a pulse of width 1e-5; closed form"
  Real y(start = 0, fixed = true);
equation
  der(y) = 1e5*exp(-((time - 1.3)/1e-5)^2) - y;
  annotation(experiment(StopTime = 2));
end GaussKick;
