model Heat "Heat in a rod of N cells, both ends kept at 0, at first 1 everywhere inside"
  parameter Integer N = 1000;
  parameter Real h = 1/(N + 1);
  Real u[N](each start = 1, each fixed = true);
equation
  der(u[1]) = (u[2] - 2*u[1])/h^2;
  for i in 2:N - 1 loop
    der(u[i]) = (u[i - 1] - 2*u[i] + u[i + 1])/h^2;
  end for;
  der(u[N]) = (u[N - 1] - 2*u[N])/h^2;
  annotation(experiment(StopTime = 0.1, Tolerance = 1e-8));
end Heat;
