//: y = 0.4865872476469762
model SquareWave "a saturated sine, fronts of width 1e-3 again and again; quadrature"
  Real y(start = 0, fixed = true);
equation
  der(y) = tanh(sin(5*time)/1e-3);
  annotation(experiment(StopTime = 3));
end SquareWave;
