// 3.7.5: clocks of 0.2 and 0.3 to 1.1: 6 and 4 ticks; they may meet at 0 and 0.6 or miss each other by a rounding.
model TwoClocks
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = a - b;
  when sample(0, 0.2) then
    a = pre(a) + 1;
  end when;
  when sample(0, 0.3) then
    b = pre(b) + 1;
  end when;
  annotation(experiment(StopTime = 1.1, Tolerance = 1e-9));
end TwoClocks;
// the integral of a - b: 1 on 0.2-0.3, 1 on 0.4-0.6, 1 on 0.6-0.8, 2 on 0.8-0.9, 1 on 0.9-1.0, 2 on 1.0-1.1
//: a = 6
//: b = 4
//: x = 1 +- 1e-7
