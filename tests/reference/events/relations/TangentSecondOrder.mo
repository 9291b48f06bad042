// 8.5: x = t^2/2 leaves 0 with slope 0; the second derivative shows the side.
model TangentSecondOrder
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
  Boolean b = x > 0;
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 1;
  when b then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end TangentSecondOrder;
//: n = 1
//: b = 1
