model TimeVaryingIndexTwo "Linear, of index 2 for every eta, with coefficients that change with time: the null vector appears after a differentiation"
  // Gear, Petzold: ODE methods for the solution of differential/algebraic systems. SIAM J. Numer. Anal. 21 (1984) 716-728; also in Brenan,
  // Campbell, Petzold and in Kunkel, Mehrmann. The two highest rows are (1, eta t) both. At the start eta t is zero.
  parameter Real eta = 0.5;
  Real x1, x2;
equation
  x1 + eta*time*x2 = exp(-time);
  der(x1) + eta*time*der(x2) + (1 + eta)*x2 = sin(time);
end TimeVaryingIndexTwo;
// x2 = f2 - f1', x1 = f1 - eta t x2.
//: --rtol 1e-10 --stop 1
//: x1 = -0.236795771818227 +- 1e-9
//: x2 = 1.20935042597934 +- 1e-9
//: dof = 0
//: index = 2
