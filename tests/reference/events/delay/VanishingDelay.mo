// 3.7.4.1: a delay that comes down to zero is not extrapolated over: the run ends there.
model VanishingDelay
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1 - 0.5*time, 1);
  annotation(experiment(StopTime = 3));
end VanishingDelay;
//: exit 3
//: says the delay time of delay(x, 1 - 0.5*time, 1)
//: says a delay that vanishes is not supported
//: says number 2 +- 1e-6
