// 3.7.4.1: delays of Boolean and Integer expressions change at the time of the change + T, and 'when' sees it. A Real that
// is set to a discrete value is delayed as one: integer() of it is no comparison of rounded numbers.
model SquareWave
  Boolean b = time > 0.25 and time < 0.5, c, d(start = false, fixed = true);
  Integer n(start = 3, fixed = true), m, k, count(start = 0, fixed = true);
  Real r, w(start = 0, fixed = true);
equation
  c = delay(b, 0.125);
  d = delay(not c, 0.5);
  when b then
    n = pre(n) + 1;
  end when;
  m = delay(n, 0.5);
  r = pre(n);
  k = integer(delay(r, 0.25));
  when delay(b, 0.375) then
    count = pre(count) + 1;
  end when;
  der(w) = if c then 1 else 0;
  annotation(experiment(StopTime = 1.5));
end SquareWave;
//: count = 1
//: w = 0.25 +- 1e-12
//: m = 4
//: k = 4
//: run --every 0.5
//: at 0.375 before c = 0
//: at 0.375 after c = 1
//: at 0.625 before c = 1
//: at 0.625 after c = 0
//: at 0.625 after count = 1
//: at 0.75 before m = 3
//: at 0.75 after m = 4
//: at 0.5 before k = 3
//: at 0.5 after k = 4
//: at 0.875 before d = 1
//: at 0.875 after d = 0
//: at 1.125 after d = 1
