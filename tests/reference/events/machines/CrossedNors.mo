// 8.5: two NOR gates with pre in their feedback settle in the instant: set at 0.2, reset at 0.6.
model CrossedNors
  Boolean s = time > 0.2 and time < 0.3, r = time > 0.6 and time < 0.7;
  Boolean q(start = false, fixed = true), qn(start = true, fixed = true);
  Real x(start = 0, fixed = true);
equation
  q = not (r or pre(qn));
  qn = not (s or pre(q));
  der(x) = if q and not qn then 1 else 0;
  annotation(experiment(StopTime = 1));
end CrossedNors;
//: x = 0.4 +- 1e-7
//: q = 0
//: qn = 1
