// 8.3.5.3: both conditions become true at 1; the first branch acts, the second does not.
model ElsewhenPriority
  Integer p(start = 0, fixed = true);
equation
  when time >= 1 then
    p = 1;
  elsewhen time >= 1 then
    p = 2;
  end when;
  annotation(experiment(StopTime = 2));
end ElsewhenPriority;
//: p = 1
