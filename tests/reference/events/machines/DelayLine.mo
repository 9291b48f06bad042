// 8.4: a shift register moves one place per tick: u is true at tick 2 only and is at the end with tick 4.
model DelayLine
  Boolean u = time > 0.15 and time < 0.25, s1(start = false, fixed = true), s2(start = false, fixed = true), s3(start = false, fixed = true);
  discrete Real t(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    s3 = pre(s2);
    s2 = pre(s1);
    s1 = u;
  end when;
  when s3 then
    t = time;
  end when;
  annotation(experiment(StopTime = 1));
end DelayLine;
//: t = 0.4 +- 1e-14
//: s3 = 0
