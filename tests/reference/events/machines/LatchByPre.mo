// 8.5: a set-reset latch: q = s or pre(q) and not r. Set at 0.2, reset at 0.5, set at 0.7.
model LatchByPre
  Boolean s = time > 0.2 and time < 0.3 or time > 0.7, r = time > 0.5 and time < 0.6, q(start = false, fixed = true);
  Real x(start = 0, fixed = true);
equation
  q = s or pre(q) and not r;
  der(x) = if q then 1 else 0;
  annotation(experiment(StopTime = 1));
end LatchByPre;
//: x = 0.6 +- 1e-7
//: q = 1
