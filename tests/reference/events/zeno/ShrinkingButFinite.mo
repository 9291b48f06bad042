// 8.5: intervals that shrink geometrically ten times and then stay: no pile-up. Times 1 - 2^-k, k = 1..10, then every 2^-10.
model ShrinkingButFinite
  discrete Real next(start = 0.5, fixed = true), gap(start = 0.5, fixed = true);
  Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time >= pre(next) then
    n = pre(n) + 1;
    gap = if n < 10 then pre(gap)/2 else pre(gap);
    next = pre(next) + gap;
  end when;
  annotation(experiment(StopTime = 1.00048828125));
end ShrinkingButFinite;
// at 1 - 2^-10 n = 10; then 1 (n = 11); the stop time is half a gap later
//: n = 11
//: x = 1.00048828125 +- 1e-8
