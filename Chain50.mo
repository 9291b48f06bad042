model Chain "n particles in a plane, rods between neighbours, springs between every other"
  // Tuomela, Arponen and Normi (2005), section 6.2.5, as models/Chain6.mo has it for n = 6:
  // unit masses, rods of length 1. bench/chain.sh changes n.
  parameter Integer n = 50;
  parameter Real c = 10 "rigidity";
  Real x[n](start = {(i - 1)/2 for i in 1:n}), y[n](start = {mod(i, 2)*sqrt(3)/2 for i in 1:n});
  Real vx[n](start = {0.3*sin(0.7*i) for i in 1:n}), vy[n](start = {0.3*cos(0.4*i) for i in 1:n});
  Real lambda[n - 1] "forces in the rods";
equation
  for i in 1:n loop
    der(x[i]) = vx[i];
    der(y[i]) = vy[i];
  end for;
  der(vx[1]) = c*(x[3] - x[1]) + lambda[1]*(x[2] - x[1]);
  der(vy[1]) = c*(y[3] - y[1]) + lambda[1]*(y[2] - y[1]);
  der(vx[2]) = c*(x[4] - x[2]) + lambda[1]*(x[1] - x[2]) + lambda[2]*(x[3] - x[2]);
  der(vy[2]) = c*(y[4] - y[2]) + lambda[1]*(y[1] - y[2]) + lambda[2]*(y[3] - y[2]);
  for i in 3:n - 2 loop
    der(vx[i]) = c*(x[i - 2] - x[i]) + c*(x[i + 2] - x[i]) + lambda[i - 1]*(x[i - 1] - x[i]) + lambda[i]*(x[i + 1] - x[i]);
    der(vy[i]) = c*(y[i - 2] - y[i]) + c*(y[i + 2] - y[i]) + lambda[i - 1]*(y[i - 1] - y[i]) + lambda[i]*(y[i + 1] - y[i]);
  end for;
  der(vx[n - 1]) = c*(x[n - 3] - x[n - 1]) + lambda[n - 2]*(x[n - 2] - x[n - 1]) + lambda[n - 1]*(x[n] - x[n - 1]);
  der(vy[n - 1]) = c*(y[n - 3] - y[n - 1]) + lambda[n - 2]*(y[n - 2] - y[n - 1]) + lambda[n - 1]*(y[n] - y[n - 1]);
  der(vx[n]) = c*(x[n - 2] - x[n]) + lambda[n - 1]*(x[n - 1] - x[n]);
  der(vy[n]) = c*(y[n - 2] - y[n]) + lambda[n - 1]*(y[n - 1] - y[n]);
  for i in 1:n - 1 loop
    ((x[i] - x[i + 1])^2 + (y[i] - y[i + 1])^2 - 1)/2 = 0;
  end for;
  annotation(experiment(StopTime = 0.1, Tolerance = 1e-6));
end Chain;
