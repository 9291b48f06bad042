// 8.3.5.3: ticks at 0.05, 0.15, 0.25 count; from 0.35 on the first branch has set n to 100, and later ticks count on.
model PriorityOfReset
  Integer n(start = 0, fixed = true);
equation
  when time >= 0.35 then
    n = 100;
  elsewhen sample(0.05, 0.1) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 0.3));
end PriorityOfReset;
//: run --stop 0.3
//: n = 3
//: run --stop 0.42
//: final n >= 100
