// sign(v) with v = 1 - t passes zero: y = 1 - (t - 1) + 0.
model SignPasses
  Real v(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(v) = -1;
  der(y) = sign(v);
  annotation(experiment(StopTime = 3));
end SignPasses;
//: never says slides
//: y = -1 +- 1e-8
//: run --rtol 1e-9
//: run --at-sliding filippov --rtol 1e-9
