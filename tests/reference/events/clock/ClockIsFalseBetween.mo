// 3.7.5: sample() is false during continuous integration, so c is too: y = t.
model ClockIsFalseBetween
  Boolean c = sample(0.1, 0.1);
  Real y(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(y) = if c then 1000 else 1;
  when c then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.05));
end ClockIsFalseBetween;
//: y = 1.05 +- 1e-7
//: n = 10
//: c = 0
