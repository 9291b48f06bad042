// 3.7.5, 8.3.5: the first sample assigns the 0 that r has already; later ones count all the same: r = sin(1).
model HoldFirstZero
  discrete Real r(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Real u = sin(time);
equation
  when sample(0, 0.1) then
    r = u;
  end when;
  when sample(0, 0.1) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.05));
end HoldFirstZero;
//: r = 0.8414709848078965 +- 1e-12
//: n = 11
