// 3.7.5, 8.4: what terminal() changes, equations follow; the rows of the end are those before and after it. Nothing goes beyond the end: time > 1 stays false.
model TerminalFollows
  Real x(start = 0, fixed = true), y = 2*last;
  discrete Real last(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when terminal() then
    last = x;
  end when;
  when time > 1 then
    n = 1;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end TerminalFollows;
//: last = 1 +- 1e-8
//: y = 2 +- 1e-8
//: n = 0
//: at 1 before y = 0
//: at 1 after y = 2 +- 1e-8
//: run
//: run --every 0.3
//: run --steps
//: run --by arclength
