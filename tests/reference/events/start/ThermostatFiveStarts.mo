// 8.6: 'on' depends on pre(on), which is iterated at the start. T = 40 - c exp(-t/10) when on, 10 + c exp(-t/10) when off;
// the cycle is 10 ln(12/10) off and 10 ln(20/18) on. From 20 (boundary, off, falling) it switches on at once.
model ThermostatFiveStarts
  Real T(start = 19, fixed = true);
  Boolean on(start = false, fixed = true);
  Integer switched(start = 0, fixed = true);
equation
  der(T) = -(T - 10)/10 + (if on then 3 else 0);
  on = if pre(on) then T < 22 else T < 20;
  when change(on) then
    switched = pre(switched) + 1;
  end when;
  annotation(experiment(StopTime = 10.5, Tolerance = 1e-10));
end ThermostatFiveStarts;
//: always T <= 23.000001
//: run --set T=15
//: T = 20.36852589958979 +- 1e-6
//: on = 0
//: switched = 5
//: run --set T=19
//: T = 21.612749007540565 +- 1e-6
//: on = 0
//: switched = 7
//: run --set T=20
//: T = 21.059760959562443 +- 1e-6
//: on = 0
//: switched = 8
//: run --set T=21
//: T = 21.75139441672197 +- 1e-6
//: on = 1
//: switched = 7
//: run --set T=23
//: T = 20.78326693557338 +- 1e-6
//: on = 0
//: switched = 6
