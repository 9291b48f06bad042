model PronyReductions "Stress of a viscoelastic body under constant strain rate: comprehensions, ranges and reductions"
  parameter Integer N = 4;
  parameter Real tau[N] = {0.5*2^(i - 1) for i in 1:N} "0.5, 1, 2, 4";
  parameter Real E[N] = linspace(4, 1, N);
  parameter Real slowest = max(tau), middle = product(tau)^(1/N), fast = sum(tau[1:2]);
  parameter Real pairs = sum(i*j for i in 1:N, j in {1, 3}) "(1 + 2 + 3 + 4)*(1 + 3)";
  parameter Real ends = sum({tau[i] for i in 1:3:N}) "0.5 + 4";
  parameter Real least = min(abs(E[i] - tau[i]) for i in 2:N);
  Real q[N](each start = 0, each fixed = true) "strain of each branch";
  Real stress = sum(E[i]*q[i] for i in 1:N);
  Real check;
equation
  for i in 1:N loop
    der(q[i]) = 1 - q[i]/tau[i];
  end for;
  check = stress + pairs + 100*ends + slowest*middle*fast - least;
end PronyReductions;
// stress = sum of E tau (1 - exp(-t/tau)); check - stress = 40 + 450 + 4*sqrt(2)*1.5 - 0.
//: --rtol 1e-11 --stop 3
//: stress = 10.0636944389853 +- 1e-9
//: check = 508.548975813224 +- 1e-8
