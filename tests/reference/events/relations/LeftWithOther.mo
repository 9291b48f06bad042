// 8.5: both relations are on their boundary at the start. x >= 0 becomes false at once, for x falls; with it y falls, too, and y > 1 is true
// at no time, though y would rise where x >= 0.
model LeftWithOther
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -1;
  der(y) = if x >= 0 then y else -1.5;
  when y > 1 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end LeftWithOther;
//: n = 0
//: y = -2 +- 1e-7
