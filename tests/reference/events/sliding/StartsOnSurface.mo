// On the surface from the start, with >= as with >.
model StartsOnSurface
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = if x >= 0 then -1 else 3;
  der(y) = if y > 0 then -3 else 1;
  der(z) = (if x >= 0 then 1 else 0) + (if y > 0 then 1 else 0);
  annotation(experiment(StopTime = 2));
end StartsOnSurface;
//: methods auto dop853 radau taylor gauss6
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov
//: x = 0 +- 1e-10
//: y = 0 +- 1e-10
//: z = 2 +- 1e-8
