// 8.4: the branch follows 'on' in the same instant: z = u = 10.
model NewBranch
  Boolean on(start = false, fixed = true);
  discrete Real z(start = 0, fixed = true);
  Real u = if on then 10 else 1;
equation
  when time >= 0.5 then
    z = u;
  end when;
  when time >= 0.5 then
    on = true;
  end when;
  annotation(experiment(StopTime = 1));
end NewBranch;
//: z = 10
//: u = 10
