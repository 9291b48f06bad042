// Slides on x = 0 until the push comes at t = 1: x = t - 1.
model EndsByTime
  Real x(start = 0.25, fixed = true);
equation
  der(x) = (if x > 0 then -1 else 1) + (if time > 1 then 2 else 0);
  annotation(experiment(StopTime = 2.5));
end EndsByTime;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov
//: at 0.75 x = 0 +- 1e-9
//: x = 1.5 +- 1e-8
