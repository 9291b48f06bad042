// 8.5: x = -t^3/6 leaves 0 downward with slope and curvature 0.
model TangentThirdOrder
  Real x(start = 0, fixed = true), v(start = 0, fixed = true), a(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = a;
  der(a) = -1;
  when x < 0 then
    n = pre(n) + 1;
  end when;
  when x > 0 then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end TangentThirdOrder;
//: n = 1
//: m = 0
