// 3.7.5, 8.3.5: a Boolean that is assigned its own value by five ticks, and changes with the sixth, at 0.5: x > 0.45.
model SampledFlag
  Real x(start = 0, fixed = true);
  Boolean b(start = false, fixed = true);
  discrete Real t(start = -1, fixed = true);
equation
  der(x) = 1;
  when sample(0, 0.1) then
    b = x > 0.45;
  end when;
  when b then
    t = time;
  end when;
  annotation(experiment(StopTime = 1));
end SampledFlag;
//: b = 1
//: t = 0.5 +- 1e-14
