// 8.5: a slow clock made by counting a fast one; 'slow' becomes true with ticks 3, 6, 9.
model EveryThird
  Integer count(start = 0, fixed = true), n(start = 0, fixed = true);
  Boolean slow(start = false, fixed = true);
equation
  when sample(0.1, 0.1) then
    count = if pre(count) == 2 then 0 else pre(count) + 1;
    slow = count == 0;
  end when;
  when slow then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.05));
end EveryThird;
//: n = 3
//: count = 1
