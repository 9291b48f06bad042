// 8.3.6: two balls that land at the same time are two clauses of one instant.
model TwoAtOnce
  Real a(start = 1, fixed = true), b(start = 1, fixed = true), va(start = 0, fixed = true), vb(start = 0, fixed = true);
equation
  der(a) = va;
  der(b) = vb;
  der(va) = -9.81;
  der(vb) = -9.81;
  when a < 0 then
    reinit(va, -0.5*pre(va));
  end when;
  when b < 0 then
    reinit(vb, -0.8*pre(vb));
  end when;
  annotation(experiment(StopTime = 0.7, Tolerance = 1e-10));
end TwoAtOnce;
//: a = 0.2474692639735212 +- 1e-6
//: b = 0.5776531167682254 +- 1e-6
