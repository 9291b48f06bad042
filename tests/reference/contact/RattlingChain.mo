model RattlingChain "A chain of four rods that rattles between two walls: index 3, 81 modes"
  parameter Integer N = 4;
  parameter Real k = 3000, L = 0.25, w = 0.12, g = 9.81;
  Real x[N](start = {0.1*L*i for i in 1:N}, each fixed = true), y[N](start = {-L*i for i in 1:N}),
    u[N](start = {0.5*i for i in 1:N}, each fixed = true), F[N], h[N];
equation
  for i in 1:N loop
    u[i] = der(x[i]);
    h[i] = if x[i] > w then k*(x[i] - w) elseif x[i] < -w then k*(x[i] + w) else 0;
    der(u[i]) = -F[i]*(x[i] - (if i == 1 then 0 else x[max(i - 1, 1)]))
      + (if i == N then 0 else F[min(i + 1, N)]*(x[min(i + 1, N)] - x[i])) - h[i];
    der(der(y[i])) = -F[i]*(y[i] - (if i == 1 then 0 else y[max(i - 1, 1)]))
      + (if i == N then 0 else F[min(i + 1, N)]*(y[min(i + 1, N)] - y[i])) - g;
    (x[i] - (if i == 1 then 0 else x[max(i - 1, 1)]))^2 + (y[i] - (if i == 1 then 0 else y[max(i - 1, 1)]))^2 = L^2;
  end for;
  annotation(experiment(StopTime = 0.8));
end RattlingChain;
// scipy, DOP853 with 1e-13, mode by mode, multipliers by a linear solve.
//: --rtol 1e-10
//: x[1] = 0.0743484463989337 +- 1e-6
//: x[4] = -0.02531940112404736 +- 1e-6
//: y[4] = -0.9788717841970702 +- 1e-6
//: u[4] = 1.5343933089156891 +- 1e-5
//: events = 22
//: index = 3
//: dof = 8
