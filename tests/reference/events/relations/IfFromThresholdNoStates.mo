// 8.5: branches of algebraic equations at a boundary of time itself, without states: literal at 0 and on its side just after.
model IfFromThresholdNoStates
  Real y = if time > 0 then 1 else 2, z = if time <= 0 then 3 else 4;
  Boolean b = time > 0;
  Integer n(start = 0, fixed = true);
equation
  when b then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end IfFromThresholdNoStates;
//: run --every 0.5
//: y = 1
//: z = 4
//: n = 1
//: at 0.5 y = 1
