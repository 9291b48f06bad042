// 8.6: b is true throughout, so c = pre(b) is true and d = not pre(c) is false when integration begins.
model PreOfBoolean
  Boolean b(start = false, fixed = true), c(start = false, fixed = true), d;
  Real x(start = 0, fixed = true);
equation
  b = time >= -1;
  c = pre(b);
  d = not pre(c);
  der(x) = if d then 100 elseif c then 2 else 50;
  annotation(experiment(StopTime = 1));
end PreOfBoolean;
//: x = 2 +- 1e-8
//: c = 1
//: d = 0
