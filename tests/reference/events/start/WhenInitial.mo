// 8.6: the first branch is active during the whole initialisation; the elsewhen acts later.
model WhenInitial
  discrete Real d(start = 1, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = d;
  when initial() then
    d = 4;
  elsewhen x > 2 then
    d = 2;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end WhenInitial;
// x = 2 at 0.5, then 2 + 2*0.5
//: x = 3 +- 1e-7
//: d = 2
