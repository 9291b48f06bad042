// 8.3.7: a warning does not end the simulation and is told.
model AssertWarning
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 0.5, "x has left its range", AssertionLevel.warning);
  annotation(experiment(StopTime = 1));
end AssertWarning;
//: x = 1 +- 1e-8
//: says x has left its range
