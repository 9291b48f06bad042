// 10.5, 11.1: a ring of three samples with the largest of them, in one algorithm; sizes by min of a changing range.
model RunningMaximum
  Real x(start = 0, fixed = true), y[5] = {1, 2, 3, 4, 5}*time;
  discrete Real m(start = 0, fixed = true), h[3](each start = 0, each fixed = true);
  Integer k(start = 0, fixed = true), n(start = 1, fixed = true);
  Real s = sum(y[1:n]), p = max(y[1:n]);
equation
  der(x) = 1;
  when sample(0.2, 0.2) then
    n = min(5, pre(n) + 1);
  end when;
algorithm
  when sample(0.1, 0.1) then
    k := mod(k, 3) + 1;
    h[k] := x;
    m := max(h);
  end when;
  annotation(experiment(StopTime = 0.75));
end RunningMaximum;
// samples 0.5, 0.6, 0.7 in h[2], h[3], h[1]; n = 4
//: m = 0.7 +- 1e-9
//: h[2] = 0.5 +- 1e-9
//: k = 1 +- 0
//: s = 7.5 +- 1e-12
//: p = 3 +- 1e-12
