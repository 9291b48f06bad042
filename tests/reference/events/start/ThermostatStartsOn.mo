// 8.6: with pre(on) = true: from 21 it heats on to 22; from 22 it is off (22 < 22 is false) and cools; from 25 likewise.
model ThermostatStartsOn
  Real T(start = 21, fixed = true);
  Boolean on(start = true, fixed = true);
equation
  der(T) = -(T - 10)/10 + (if on then 3 else 0);
  on = if pre(on) then T < 22 else T < 20;
  annotation(experiment(StopTime = 10.5, Tolerance = 1e-10));
end ThermostatStartsOn;
//: run --set T=21
//: T = 20.50677291158432 +- 1e-6
//: run --set T=22
//: T = 20.092430272787606 +- 1e-6
//: run --set T=25
//: T = 21.33665338073838 +- 1e-6
