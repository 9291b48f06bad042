// 3.7.5: terminal() is false during the run.
model TerminalIsFalseBefore
  Real x(start = 0, fixed = true);
  Boolean e = terminal();
  Integer n(start = 0, fixed = true);
equation
  der(x) = if e then 100 else 1;
  when e then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end TerminalIsFalseBefore;
//: x = 1 +- 1e-8
//: n = 1
