// 8.5: a clutch that is closed in 1 - 2 only: with J = 1 each and a torque of 1 the difference falls from 4 to 2.
model ClutchReleased
  Real w1(start = 4, fixed = true), w2(start = 0, fixed = true), f;
  Boolean closed = time > 1 and time < 2;
equation
  der(w1) = -f;
  der(w2) = f;
  f = if closed then (if w1 > w2 then 1 else -1) else 0;
  annotation(experiment(StopTime = 3, Tolerance = 1e-9));
end ClutchReleased;
//: w1 = 3 +- 1e-7
//: w2 = 1 +- 1e-7
//: f = 0
