// 8.3.5.3: one counter, up five times and down by 10 once.
model UpDownCounter
  Integer n(start = 0, fixed = true);
  Boolean up = mod(time, 0.25) > 0.125, down = time > 0.8;
equation
  when up then
    n = pre(n) + 1;
  elsewhen down then
    n = pre(n) - 10;
  end when;
  annotation(experiment(StopTime = 1.2));
end UpDownCounter;
// up rises at 0.125, 0.375, 0.625, 0.875, 1.125, down at 0.8
//: n = -5
