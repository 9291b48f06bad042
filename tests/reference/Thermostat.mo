model Thermostat "Two-point control with hysteresis, written as a Boolean equation with pre"
  parameter Real low = 19, high = 21;
  Real T(start = 20, fixed = true);
  Boolean on(start = false, fixed = true);
  Integer times(start = 0, fixed = true) "how often it was switched on";
equation
  der(T) = 0.5*((if on then 30 else 10) - T);
  on = T < low or pre(on) and T < high;
  when on then
    times = pre(times) + 1;
  end when;
end Thermostat;
// Exponentials towards 30 and 10: from 20 down to 19 in 2 ln(10/9), up to 21 in 2 ln(11/9), down in 2 ln(11/9), and so on.
//: --rtol 1e-10 --stop 3
//: T = 20.909045017708 +- 1e-8
//: times = 4
//: on = 1
