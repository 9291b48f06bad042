model Links "a chain of formulas as long as the model"
  parameter Integer n = 50000;
  Real x[n](start = {1/i for i in 1:n}, each fixed = true), y[n];
equation
  y[1] = 0.5*x[n];
  der(x[1]) = -x[1];
  for i in 2:n loop
    y[i] = 0.5*x[i - 1] + y[i - 1]/2;
    der(x[i]) = y[i] - x[i];
  end for;
  annotation(experiment(StopTime = 0.1, Tolerance = 1e-6));
end Links;
----
timeout 60 involute run MODEL | head -n 8
----
status 0
Links: done at t = 0.1
100000 equations, 100000 unknowns; index 1, 50000 degrees of freedom
