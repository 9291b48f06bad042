//: y = 10
model LateSwitch "a long quiet run with a pulse of two fronts of width 1e-2 near its end; closed form"
  Real y(start = 0, fixed = true);
equation
  der(y) = 5*(tanh((time - 987.6)/1e-2) - tanh((time - 988.6)/1e-2));
  annotation(experiment(StopTime = 1000));
end LateSwitch;
