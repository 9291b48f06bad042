// 8.3.5: x > 0 and y > 0 become true in the same instant: the clause fires once. y rises slower where x > 0, but it rises.
model LeftTogether
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = if x > 0 then 1 else 2;
  when {x > 0, y > 0} then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end LeftTogether;
//: n = 1
//: y = 2 +- 1e-7
