// 3.7.5: a slow clock opens and closes a gate for a fast one: open in [0.25, 0.75) and from 1.25: ticks 0.3 .. 0.7 and 1.3, 1.4.
model ClockAndFlag
  Boolean gate(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when sample(0.25, 0.5) then
    gate = not pre(gate);
  end when;
  when gate and sample(0.1, 0.1) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.45));
end ClockAndFlag;
//: n = 7
//: gate = 1
