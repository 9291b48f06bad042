// 8.6: the iteration at the start goes on until n = pre(n): 1, 2, 3, 4, 4.
model PreClimbs
  Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  n = if pre(n) < 4 then pre(n) + 1 else 4;
  der(x) = n;
  annotation(experiment(StopTime = 1));
end PreClimbs;
//: n = 4
//: x = 4 +- 1e-8
//: at 0 n = 4
