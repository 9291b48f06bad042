// A discrete Boolean between the relation and the direction.
model ThroughBoolean
  Real x(start = 0.5, fixed = true), y(start = 0, fixed = true);
  Boolean pos = x > 0;
equation
  der(x) = if pos then -1 else 2;
  der(y) = if pos then 1 else 0;
  annotation(experiment(StopTime = 2));
end ThroughBoolean;
//: methods auto dop853 radau taylor gauss6
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov
//: x = 0 +- 1e-9
//: y = 1.5 +- 1e-8
