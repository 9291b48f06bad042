// 8.5: sin(0) > 0 is false at the start: the first rise counts. Rises at 0, 2 pi; falls at pi, 3 pi.
model CountsFirstRise
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
  Boolean a = x > 0;
  Integer n(start = 0, fixed = true), c(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  when a then
    n = pre(n) + 1;
  end when;
  when change(a) then
    c = pre(c) + 1;
  end when;
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end CountsFirstRise;
//: n = 2
//: c = 4
//: a = 0
