// 8.5: the jump ends exactly on a threshold: 1 > 1 is false, and x rises from it: the second when fires at 0.5.
model ToThresholdRising
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real t(start = 0, fixed = true);
equation
  der(x) = 1;
  when time >= 0.5 then
    reinit(x, 1);
  end when;
  when x > 1 then
    n = pre(n) + 1;
    t = time;
  end when;
  annotation(experiment(StopTime = 1));
end ToThresholdRising;
//: n = 1
//: t = 0.5 +- 1e-9
