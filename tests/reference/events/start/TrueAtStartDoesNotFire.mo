// 8.6, 8.3.5: the condition is true at initialisation and never becomes true; the summary says so.
model TrueAtStartDoesNotFire
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -1;
  when x <= 1 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end TrueAtStartDoesNotFire;
//: n = 0
//: x = 0 +- 1e-8
//: says x <= 1
