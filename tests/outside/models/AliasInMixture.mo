//: stop=0.5
model AliasInMixture "Two mixtures of a motion with a rod and with an alias"
  Real x(start = 1, fixed = true), y(start = 0), lambda;
  Real qa1, qb1, qc1;
  Real qo3 = (y)^2;
equation
  (der(der(qa1)) + lambda*y + 1) + (x^2 + y^2 - 1) = 0;
  (der(der(qa1)) + lambda*y + 1) + 2.718281828*(qa1) = (0) + 2.718281828*(y);
  qa1 = y;
  qb1 = -qa1*1;
  qc1 = qa1;
  der(der(x)) + lambda*x = 0;
  x^2 + y^2 - 1 = 0;
end AliasInMixture;
