// 3.7.4.1: a relay with hysteresis at -1 and 1, whose output acts 0.1 later: x turns at 1.1 and -1.1, at t = 1.1, 3.3 and 5.5.
model DelayedHysteresis
  Real x(start = 0, fixed = true);
  Boolean up(start = true, fixed = true);
equation
  up = if pre(up) then not x > 1 else x < -1;
  der(x) = if delay(up, 0.1) then 1 else -1;
  annotation(experiment(StopTime = 5, Tolerance = 1e-9));
end DelayedHysteresis;
// turns at 1.1, then -1.1 at 3.3: x(5) = -1.1 + 1.7
//: x = 0.6 +- 1e-8
//: always x <= 1.10000001
//: always x >= -1.10000001
