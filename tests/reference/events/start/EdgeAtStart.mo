// 3.7.5: edge(b) = b and not pre(b) is true in the first sweep of the initialisation and false when pre(b) = b.
model EdgeAtStart
  Boolean b(start = false, fixed = true), e;
  Real x(start = 0, fixed = true);
equation
  b = x > -1;
  e = edge(b);
  der(x) = if e then 100 else 1;
  annotation(experiment(StopTime = 1));
end EdgeAtStart;
//: x = 1 +- 1e-8
//: e = 0
