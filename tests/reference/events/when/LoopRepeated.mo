// 8.4: the loop x = 2y + 1, y = 4 - x is solved at every tick anew: y = 1, x = 3; a value from before the tick has no part in it.
model LoopRepeated
  discrete Real y(start = 10, fixed = true);
  Real x, s(start = 0, fixed = true);
equation
  x = 2*y + 1;
  der(s) = x;
  when sample(0.25, 0.25) then
    y = 4 - x;
  end when;
  annotation(experiment(StopTime = 0.9, Tolerance = 1e-9));
end LoopRepeated;
// x = 21 for 0.25, then 3 for 0.65
//: x = 3 +- 1e-12
//: y = 1 +- 1e-12
//: s = 7.2 +- 1e-7
