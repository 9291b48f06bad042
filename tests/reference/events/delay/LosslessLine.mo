// 3.7.4.1: a lossless line, matched at both ends: half of the source arrives at the load T later, and nothing comes back.
// At the start it is at rest: the delayed unknowns are those of the start, which are solved for.
model LosslessLine
  parameter Real Z = 50, T = 0.25;
  Real u, v1, i1, v2, i2, es, er;
equation
  u = 2 + sin(4*time) + (if time > 0.5 then 1 else 0);
  u - v1 = Z*i1;
  v1 = Z*i1 + es;
  v2 = Z*i2 + er;
  v2 = -Z*i2;
  es = 2*delay(v2, T) - delay(er, T);
  er = 2*delay(v1, T) - delay(es, T);
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end LosslessLine;
//: v2 = 1.8284932993593946 +- 1e-8
//: run --every 0.125
//: at 0 v2 = 1 +- 1e-12
//: at 0.25 v2 = 1 +- 1e-9
//: at 0.375 v2 = 1.2397127693021015 +- 1e-8
//: at 0.75 before v2 = 1.4546487134128409 +- 1e-8
//: at 0.75 after v2 = 1.9546487134128409 +- 1e-8
