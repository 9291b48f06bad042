// 8.3.6: impacts at equal distances are no pile-up, however many: x = |t mod 2 - 1| with 500 impacts.
model ElasticNeverPilesUp
  Real x(start = 1, fixed = true), v(start = -1, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 0;
  when x < 0 then
    reinit(v, -pre(v));
    n = pre(n) + 1;
  elsewhen x > 1 then
    reinit(v, -pre(v));
  end when;
  annotation(experiment(StopTime = 1000.5));
end ElasticNeverPilesUp;
//: n = 500
//: x = 0.5 +- 1e-6
//: v = -1
