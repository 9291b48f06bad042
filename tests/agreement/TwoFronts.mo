//: y = 0.02
model TwoFronts "two fronts of width 1e-4 that make a pulse; closed form"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = (tanh((x - 1)/1e-4) - tanh((x - 1.02)/1e-4))/2;
  annotation(experiment(StopTime = 2.5));
end TwoFronts;
