model SeriesDiodes "Three diodes in series, the currents by other diodes of the chain"
  parameter Real Is = 1e-16, Vt = 0.025852, R = 1e3;
  Real u, i, v3, v2, v1, q(start = 0, fixed = true);
equation
  u = 5*sin(6.28*time);
  i = Is*(exp(v1/Vt) - 1);
  i = Is*(exp(v2/Vt) - 1);
  i = 10*Is*(exp(v3/Vt) - 1);
  u = v1 + v2 + v3 + R*i;
  der(q) = i;
  annotation(experiment(StopTime = 0.25));
end SeriesDiodes;
// 2 v + Vt log(1 + (exp(v/Vt) - 1)/10) + R Is (exp(v/Vt) - 1) = u, root by root, and its integral.
//: --rtol 1e-8
//: q = 3.083851520787992e-4 +- 1e-10
//: dof = 1
