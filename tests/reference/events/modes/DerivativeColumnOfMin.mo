// 8.4: the same with min and a state that becomes a name of another's derivative.
model DerivativeColumnOfMin
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = min(x, 0.5);
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end DerivativeColumnOfMin;
//: der(y) = 0.5 +- 1e-9
//: y = 0.375 +- 1e-7
