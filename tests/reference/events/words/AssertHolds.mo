// 8.3.7: an assertion that holds is ignored, its message is not evaluated.
model AssertHolds
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 2, "x is " + String(x));
  annotation(experiment(StopTime = 1));
end AssertHolds;
//: x = 1 +- 1e-8
//: never says x is
