// 3.7.5, 8.3.6: the tick at the start is an event after the initialisation: x is 0, then 1; again at 0.5 and 1.
model ReinitAtFirstTick
  Real x(start = 0, fixed = true);
  discrete Real before(start = -1, fixed = true);
equation
  der(x) = 1;
  when sample(0, 0.5) then
    before = pre(x);
    reinit(x, 1);
  end when;
  annotation(experiment(StopTime = 0.75));
end ReinitAtFirstTick;
//: x = 1.25 +- 1e-8
//: before = 1.5 +- 1e-8
