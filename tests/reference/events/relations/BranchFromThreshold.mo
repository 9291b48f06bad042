// 8.5: the branch follows the solution off the boundary: x = t > 0, so y = t; z's relation is true at t = 0 and false after.
model BranchFromThreshold
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = if x > 0 then 1 else -5;
  der(z) = if x <= 0 then -5 else 2;
  annotation(experiment(StopTime = 1));
end BranchFromThreshold;
//: y = 1 +- 1e-8
//: z = 2 +- 1e-8
