// 3.7.5: ticks at 0.05, 0.15, ..., 0.95; between them the clock is silent.
model TicksWithOffset
  Integer n(start = 0, fixed = true);
  discrete Real last(start = -1, fixed = true);
equation
  when sample(0.05, 0.1) then
    n = pre(n) + 1;
    last = time;
  end when;
  annotation(experiment(StopTime = 1));
end TicksWithOffset;
//: n = 10
//: last = 0.95 +- 1e-15
