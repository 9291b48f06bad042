// The branches of an if-equation: v' = -1 or 1, z' = 1 or 0. Rest from t = 1 on, where z' = 1/2.
model ByBranches
  Real v(start = 1, fixed = true), z(start = 0, fixed = true);
equation
  if v > 0 then
    der(v) = -1;
    der(z) = 1;
  else
    der(z) = 0;
    der(v) = 1;
  end if;
  annotation(experiment(StopTime = 3));
end ByBranches;
//: methods auto dop853 radau taylor gauss6
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov
//: v = 0 +- 1e-10
//: z = 2 +- 1e-8
