// Nothing slides before y = 0 at t = 1: x = 0.5 - t; then x returns with 1 to the surface, at 1.5.
model WithOr
  Real x(start = 0.5, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = if x > 0 or y > 0 then -1 else 1;
  der(y) = -1;
  annotation(experiment(StopTime = 2));
end WithOr;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov
//: at 1 after x = -0.5 +- 1e-9
//: at 1.8 x = 0 +- 1e-9
//: x = 0 +- 1e-9
