// 3.7.5: tick i is at start + i*interval; sample(0, 0.1) to 1 fires 11 times, the last at the stop time.
model ElevenTicks
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real last(start = -1, fixed = true);
equation
  der(x) = 1;
  when sample(0, 0.1) then
    n = pre(n) + 1;
    last = time;
  end when;
  annotation(experiment(StopTime = 1));
end ElevenTicks;
//: n = 11
//: last = 1 +- 1e-15
