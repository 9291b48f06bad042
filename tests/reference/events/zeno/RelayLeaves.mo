// der(x) = 2 time - sign: slides on x = 0 while |2 time| < 1, leaves at 0.5: x = (t - 0.5)^2.
model RelayLeaves
  Real x(start = 0, fixed = true);
equation
  der(x) = 2*time - (if x > 0 then 1 else -1);
  annotation(experiment(StopTime = 1.5, Tolerance = 1e-10));
end RelayLeaves;
//: run
//: exit fails
//: says --at-sliding
//: run --at-sliding filippov
//: x = 1 +- 1e-7
