// The direction jumps with an Integer variable.
model NumberJumps
  Real x(start = 0.5, fixed = true);
  Integer n = if x > 0 then 1 else 0;
equation
  der(x) = 1 - 2*n;
  annotation(experiment(StopTime = 2));
end NumberJumps;
//: exit 3
//: never says internal
//: run
//: says --at-sliding filippov
//: run --at-sliding filippov
//: says discrete variable n
