// 8.5: constant output 5 V, 12 V in, L = 1 mH, current kept between 1 and 2 A: up in 1e-3/7, down in 1e-3/5 after 2e-3/7.
model BuckByCurrent
  Real i(start = 0, fixed = true);
  Boolean on(start = true, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  1e-3*der(i) = (if on then 12 else 0) - 5;
  on = if pre(on) then i < 2 else i < 1;
  when not on then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1e-3, Tolerance = 1e-10));
end BuckByCurrent;
// off at 2/7 + k (1/5 + 1/7) ms: 0.2857, 0.6286, 0.9714; then falling for 1 - 0.9714
//: n = 3
//: i = 1.8571428571428572 +- 1e-6
