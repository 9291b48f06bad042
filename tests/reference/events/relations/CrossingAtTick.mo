// 8.5: a crossing and a tick at the same time: each counts once, however they are ordered.
model CrossingAtTick
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  Boolean b = x > 0.5;
equation
  der(x) = 1;
  when sample(0.25, 0.25) then
    m = pre(m) + 1;
  end when;
  when b then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 0.9));
end CrossingAtTick;
//: n = 1
//: m = 3
//: b = 1
