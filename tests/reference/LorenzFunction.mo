function lorenz "the field of Lorenz (1963), with his constants as defaults"
  input Real x[3];
  input Real sigma = 10;
  input Real rho = 28;
  input Real beta = 8/3;
  output Real f[3];
algorithm
  f := {sigma*(x[2] - x[1]), x[1]*(rho - x[3]) - x[2], x[1]*x[2] - beta*x[3]};
end lorenz;

model LorenzFunction "Two runs of Lorenz' system, the second with another rho: a function with default arguments"
  Real x[3](each start = 1, each fixed = true);
  Real y[3](each start = 1, each fixed = true);
equation
  der(x) = lorenz(x);
  der(y) = lorenz(y, rho = 14);
end LorenzFunction;
// Taylor series of mpmath at 25 digits.
//: --rtol 1e-12 --stop 2
//: x[1] = -8.17349993224225 +- 1e-7
//: x[3] = 24.6207020496797 +- 1e-7
//: y[2] = 0.855703848824558 +- 1e-7
