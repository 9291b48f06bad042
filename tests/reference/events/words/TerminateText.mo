// 8.3.8: terminate ends the analysis with success after the event, and says why; here at ln 2.
model TerminateText
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -x;
  when x < 0.5 then
    n = pre(n) + 1;
    terminate("half after " + String(n) + " event");
  end when;
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end TerminateText;
//: end = 0.6931471805599453 +- 1e-7
//: n = 1
//: says half after 1 event
