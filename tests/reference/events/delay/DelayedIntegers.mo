// 3.7.4.1: a counter that is delayed, and steps that pass two delays.
model DelayedIntegers
  Integer n(start = 0, fixed = true), m = delay(n, 0.25);
  Real a = if time > 0.1 then 1 else 0, b = delay(a, 0.2), c = delay(b, 0.3), s(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
  end when;
  der(s) = c;
  annotation(experiment(StopTime = 1.02));
end DelayedIntegers;
//: n = 10 +- 0
//: m = 7 +- 0
//: s = 0.42 +- 1e-9
