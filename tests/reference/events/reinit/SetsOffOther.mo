// 8.3.6, 8.5: the jump carries x over another threshold: that when fires in the same instant.
model SetsOffOther
  Real x(start = 0, fixed = true);
  discrete Real t(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when time >= 0.5 then
    reinit(x, 3);
  end when;
  when x > 2 then
    n = pre(n) + 1;
    t = time;
  end when;
  annotation(experiment(StopTime = 1));
end SetsOffOther;
//: n = 1
//: t = 0.5 +- 1e-12
//: x = 3.5 +- 1e-8
