// 8.5: event iteration goes on until n = pre(n), at the start and at 1.
model TargetByPre
  Integer n(start = 0, fixed = true), target = if time >= 1 then 5 else 2;
equation
  n = if pre(n) < target then pre(n) + 1 else pre(n);
  annotation(experiment(StopTime = 2));
end TargetByPre;
//: run --every 0.5
//: at 0 n = 2
//: at 0.5 n = 2
//: at 1 before n = 2
//: at 1 after n = 5
//: n = 5
