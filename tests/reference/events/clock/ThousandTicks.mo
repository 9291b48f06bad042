// 3.7.5: start + i*interval does not drift: 1001 ticks of 0.001, the last at 1.
model ThousandTicks
  Integer n(start = 0, fixed = true);
  discrete Real last(start = -1, fixed = true);
equation
  when sample(0, 0.001) then
    n = pre(n) + 1;
    last = time;
  end when;
  annotation(experiment(StopTime = 1));
end ThousandTicks;
//: n = 1001
//: last = 1 +- 1e-15
