// 8.4: three flip-flops, each clocked by the falling edge of the one before: n = 4 c + 2 b + a counts ticks modulo 8.
model RippleCounter
  Boolean a(start = false, fixed = true), b(start = false, fixed = true), c(start = false, fixed = true);
  Integer n = (if a then 1 else 0) + (if b then 2 else 0) + (if c then 4 else 0);
  Real s(start = 0, fixed = true);
equation
  der(s) = n;
  when not b then
    c = not pre(c);
  end when;
  when not a then
    b = not pre(b);
  end when;
  when sample(0.1, 0.1) then
    a = not pre(a);
  end when;
  annotation(experiment(StopTime = 1.35, Tolerance = 1e-9));
end RippleCounter;
// 13 ticks: 5; the integral: 0.1*(0+...+7) + 0.1*(0+...+4) + 0.05*5
//: n = 5
//: s = 4.05 +- 1e-6
