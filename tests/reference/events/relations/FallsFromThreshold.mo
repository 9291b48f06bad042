// 8.5: 2 < 2 is false at the start and becomes true as soon as level falls: the when fires at t = 0. Filled at 1 net, up to 3 at
// t = 1; then it falls at 1 to 2 at t = 2, and so on.
model FallsFromThreshold
  Real level(start = 2, fixed = true);
  Boolean pump(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(level) = if pump then 1 else -1;
  when level < 2 then
    pump = true;
    n = pre(n) + 1;
  elsewhen level > 3 then
    pump = false;
  end when;
  annotation(experiment(StopTime = 4.5, Tolerance = 1e-9));
end FallsFromThreshold;
//: level = 2.5 +- 1e-6
//: n = 3
//: pump = 1
//: always level >= 1.999999
