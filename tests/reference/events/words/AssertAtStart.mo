// 8.3.7: an assertion that does not hold at the start: the run does not begin, and the text is evaluated.
model AssertAtStart
  parameter Integer n = 3;
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x > 1, "x must exceed 1, order " + String(n));
  annotation(experiment(StopTime = 1));
end AssertAtStart;
//: exit fails
//: says x must exceed 1, order 3
