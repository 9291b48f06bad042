model WaterClock "A clepsydra: the vessel runs out by Torricelli's law and is refilled when it is low"
  parameter Real a = 0.8, full = 4, low = 1;
  Real h(start = full, fixed = true);
  Integer hours(start = 0, fixed = true);
equation
  der(h) = -a*sqrt(h);
  when h < low then
    hours = pre(hours) + 1;
    reinit(h, full);
  end when;
  assert(h > 0, "the clock ran dry");
end WaterClock;
// sqrt(h) falls linearly from 2 to 1 in 2.5 units of time.
//: --rtol 1e-10 --stop 8
//: h = 3.24 +- 1e-8
//: hours = 3
