model PipesInSeriesStiff "The same pipe law the other way round, with radau far beyond rest"
  parameter Real k = 1e-5;
  Real m1(start = 3, fixed = true), m2(start = 1, fixed = true), q(nominal = 100), dp;
equation
  dp = k*q*abs(q);
  der(m1) = -q/1000;
  der(m2) = q/1000;
  dp = m1 - m2;
end PipesInSeriesStiff;
//: --method radau --rtol 1e-8 --stop 100
//: m1 = 2 +- 1e-7
//: m2 = 2 +- 1e-7
//: events = 0
