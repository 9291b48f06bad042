// 3.7.5: initial() is true during initialisation only; off ends with it.
model InitialInCondition
  Boolean off;
  Real x(start = 0, fixed = true);
equation
  off = x < -2 or initial();
  der(x) = if off then 0 else 1;
  annotation(experiment(StopTime = 1));
end InitialInCondition;
//: x = 1 +- 1e-8
//: off = 0
