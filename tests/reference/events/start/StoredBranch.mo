// 8.5, 8.6: an if on a discrete variable is a value, not a frozen mode: gain follows mode at the start and at 0.5.
model StoredBranch
  Integer mode(start = 1, fixed = true), wanted;
  Real x(start = 0, fixed = true), gain;
equation
  wanted = if time < 0.5 then 2 else 3;
  mode = if pre(mode) < wanted then pre(mode) + 1 else pre(mode);
  gain = if mode == 1 then 100 elseif mode == 2 then 1 else 5;
  der(x) = gain;
  annotation(experiment(StopTime = 1));
end StoredBranch;
//: x = 3 +- 1e-8
//: mode = 3
