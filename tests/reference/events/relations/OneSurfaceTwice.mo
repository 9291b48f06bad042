// 8.5: two relations with the same surface, written differently, fire once each.
model OneSurfaceTwice
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  Boolean a = x > 0.3, b = 3*x >= 0.9;
equation
  der(x) = 1 - x;
  when a then
    n = pre(n) + 1;
  end when;
  when b then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end OneSurfaceTwice;
//: n = 1
//: m = 1
//: a = 1
//: b = 1
