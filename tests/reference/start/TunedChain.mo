model TunedChain "A chain of parameters behind one that an initial equation gives: k = 2"
  parameter Real k(fixed = false);
  parameter Real tau = 1/k;
  parameter Real w = sqrt(1/tau - 1) + log(k);
  parameter Real c = w/tau;
  Real x(start = 0, fixed = true), y(start = c, fixed = true);
initial equation
  w = 1 + log(2);
equation
  der(x) = c;
  der(y) = -tau*y;
end TunedChain;
// c = 2 (1 + log 2), y = c exp(-1/2)
//: x = 3.3862943611198906 +- 1e-12
//: y = 2.0538913528410297 +- 1e-6
