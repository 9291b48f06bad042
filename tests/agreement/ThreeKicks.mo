//: x = -0.1488744431417879
//: v = -1.984545388231921
model ThreeKicks "an oscillator kicked three times; scipy DOP853"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -4*x + 30*(exp(-((time - 1)/1e-3)^2) + exp(-((time - 2)/1e-3)^2)
    + exp(-((time - 3)/1e-3)^2));
  annotation(experiment(StopTime = 4));
end ThreeKicks;
