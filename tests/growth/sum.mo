model Sum "A long sum of unknowns, and one of functions"
  parameter Integer n = 1;
  Real x[n](each start = 1, each fixed = true), s(start = 0, fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = -i*x[i];
  end for;
  der(s) = sum(x) + sum(sin(i*s) for i in 1:n);
end Sum;
