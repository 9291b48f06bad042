model MassesInARow "Six masses that push each other: 32 modes, which differ in terms alone and are completed as one"
  parameter Integer N = 6;
  parameter Real k = 2000, r = 0.5, c = 5;
  Real x[N](start = {1.02*i for i in 1:N}, each fixed = true),
    v[N](start = {if i == 1 then 3 else 0.2*sin(i) for i in 1:N}, each fixed = true), gap[N - 1], f[N - 1];
equation
  for i in 1:N - 1 loop
    gap[i] = x[i + 1] - x[i] - 2*r;
    f[i] = if gap[i] < 0 then -k*gap[i] else 0;
  end for;
  for i in 1:N loop
    der(x[i]) = v[i];
    der(v[i]) = (if i == 1 then 0 else f[max(i - 1, 1)]) - (if i == N then 0 else f[min(i, N - 1)]) - c*(x[i] - 1.02*i);
  end for;
  annotation(experiment(StopTime = 2));
end MassesInARow;
// scipy, DOP853 with 1e-13, mode by mode.
//: --rtol 1e-10
//: x[1] = 0.2783965676269682 +- 1e-7
//: x[2] = 1.8970285998973317 +- 1e-7
//: x[3] = 2.923034685906691 +- 1e-7
//: x[6] = 6.091950488471488 +- 1e-7
//: events = 28
//: dof = 12
