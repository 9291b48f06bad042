// 3.7.5: start + i*interval with a start before the simulation: the first tick that is seen is i = 3 at 0.05.
model TicksBeforeStart
  Integer n(start = 0, fixed = true);
  discrete Real first(start = -1, fixed = true);
equation
  when sample(-0.25, 0.1) then
    n = pre(n) + 1;
    first = if pre(n) == 0 then time else pre(first);
  end when;
  annotation(experiment(StopTime = 1));
end TicksBeforeStart;
//: n = 10
//: first = 0.05 +- 1e-15
