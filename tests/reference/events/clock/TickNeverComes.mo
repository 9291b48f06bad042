// 3.7.5: the first tick is after the stop time; the other clock ticks once.
model TickNeverComes
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(2, 1) then
    n = pre(n) + 1;
  end when;
  when sample(0.3, 5) then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end TickNeverComes;
//: n = 0
//: m = 1
