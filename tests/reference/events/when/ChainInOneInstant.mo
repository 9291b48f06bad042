// 8.4: d follows c follows b follows a, written backward; all happen at 0.5.
model ChainInOneInstant
  Boolean a = time >= 0.5, b(start = false, fixed = true), c(start = false, fixed = true);
  discrete Real t(start = 0, fixed = true);
equation
  when c then
    t = time;
  end when;
  when b then
    c = true;
  end when;
  when a then
    b = true;
  end when;
  annotation(experiment(StopTime = 1));
end ChainInOneInstant;
//: t = 0.5 +- 1e-15
