// 4.9.5, 8.3.5: an enumeration as state.
model TypedStates
  type Phase = enumeration(idle, run, stop);
  Phase p(start = Phase.idle, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = if p == Phase.run then 2 else 0;
  when time >= 0.25 then
    p = Phase.run;
  elsewhen x >= 1 then
    p = Phase.stop;
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end TypedStates;
//: x = 1 +- 1e-7
