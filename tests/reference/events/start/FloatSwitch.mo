// 8.6: the same mechanism written with 'and' and 'or': the pump runs below 1 and until 3. Level 0.5: fills at 1 net from
// t = 0 to 3 at 2.5, drains at 0.5 to 1 at 6.5, fills to 8.5, drains.
model FloatSwitch
  Real level(start = 0.5, fixed = true);
  Boolean pump(start = false, fixed = true);
equation
  pump = level < 1 or pre(pump) and level < 3;
  der(level) = if pump then 1 else -0.5;
  annotation(experiment(StopTime = 9.5, Tolerance = 1e-9));
end FloatSwitch;
//: level = 2.5 +- 1e-6
//: pump = 0
//: always level <= 3.000001
