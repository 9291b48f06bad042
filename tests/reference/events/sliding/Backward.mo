// Backward in time, from x(1) = 0.5: reaches x = 0 at 0.5 and slides; z loses the weight 1/4 there.
model Backward
  Real x(start = 0.5, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = if x > 0 then 1 else -3;
  der(z) = if x > 0 then 0 else 1;
  annotation(experiment(StartTime = 1, StopTime = 0));
end Backward;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov
//: x = 0 +- 1e-9
//: z = -0.125 +- 1e-8
