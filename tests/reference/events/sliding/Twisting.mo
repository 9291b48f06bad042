// x'' = -3 sign(x) - sign(x'): events pile up at x = x' = 0, where the two weights are not determined: 3 (2 a - 1) + 2 b - 1 = 0. From 1
// the turns take 1.5 (1 + sqrt(1/2) + 1/2 + ...) = 5.1213203436. The run ends there.
model Twisting
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = (if x > 0 then -3 else 3) + (if v > 0 then -1 else 1);
  annotation(experiment(StopTime = 20));
end Twisting;
//: exit 3
//: never says internal
//: run
//: run --at-sliding filippov
//: says pile up
//: says number 5.121320344 +- 1e-6
