//: x = 0.09036616739824985
model CubicKick "a state with a cubic restoring term, kicked by a pulse of width 1e-2; scipy DOP853"
  Real x(start = 0, fixed = true);
equation
  der(x) = -x - x^3 + 50*exp(-((time - 1)/1e-2)^2);
  annotation(experiment(StopTime = 3));
end CubicKick;
