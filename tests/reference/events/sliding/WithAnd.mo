// While y > 0 the surface x = 0 is slid along; y = 1 - t ends that at 1, and x = t - 1.
model WithAnd
  Real x(start = 0.5, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = if x > 0 and y > 0 then -1 else 1;
  der(y) = -1;
  annotation(experiment(StopTime = 2));
end WithAnd;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov
//: at 0.8 x = 0 +- 1e-9
//: x = 1 +- 1e-8
