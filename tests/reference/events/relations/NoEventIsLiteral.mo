// 8.5: noEvent makes no event: the Real branch is evaluated literally. y = min(t, 0.5) integrated: 0.125 + 0.25 = 0.375.
model NoEventIsLiteral
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = if noEvent(x < 0.5) then x else 0.5;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end NoEventIsLiteral;
//: y = 0.375 +- 1e-6
//: events = 0
