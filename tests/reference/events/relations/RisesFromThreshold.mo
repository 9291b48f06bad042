// 8.5: 2 > 2 is false at the start and becomes true at once.
model RisesFromThreshold
  Real x(start = 2, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real t(start = -1, fixed = true);
equation
  der(x) = x;
  when x > 2 then
    n = pre(n) + 1;
    t = time;
  end when;
  annotation(experiment(StopTime = 1));
end RisesFromThreshold;
//: n = 1
//: t = 0 +- 1e-12
