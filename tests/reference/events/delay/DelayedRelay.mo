// 3.7.4.1: a relay that sees its input one second late: x = 1 - t, and from there a triangle between -1 and 1 of period 4.
model DelayedRelay
  Real x(start = 1, fixed = true);
equation
  der(x) = if delay(x, 1) > 0 then -1 else 1;
  annotation(experiment(StopTime = 10.5, Tolerance = 1e-9));
end DelayedRelay;
//: x = -0.5 +- 1e-7
//: always x <= 1.0000001
//: always x >= -1.0000001
