// x1'' = -sign(x2 + x1) from (1, 0): reaches the surface at t = sqrt(3) - 1 with x1 = sqrt(3) - 1, then x1' = -x1.
model RelayOrderTwo
  Real x1(start = 1, fixed = true), x2(start = 0, fixed = true);
equation
  der(x1) = x2;
  der(x2) = if x2 + x1 > 0 then -1 else 1;
  annotation(experiment(StopTime = 2));
end RelayOrderTwo;
//: methods auto dop853 radau taylor gauss6
//: run --rtol 1e-8
//: exit 3
//: says --at-sliding filippov
//: says number 0.7320508076 +- 1e-6
//: run --at-sliding filippov --rtol 1e-10
//: x1 = 0.2060050593354008 +- 1e-8
//: x2 = -0.2060050593354008 +- 1e-8
//: run --at-sliding filippov --rtol 1e-6
//: x1 = 0.2060050593354008 +- 1e-5
//: run --at-sliding filippov --rtol 1e-12
//: x1 = 0.2060050593354008 +- 1e-10
