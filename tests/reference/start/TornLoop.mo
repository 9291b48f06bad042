model TornLoop "A loop of formulas; from zeros, 1/b, log(e) and their slopes would be infinite"
  Real a, b, c, d, e, y(start = 0, fixed = true);
equation
  d = log(e);
  a = 1/b;
  der(y) = a;
  c = 1 + d^2;
  e = 3 + 0.1*a*cos(time);
  b = 2 + sqrt(c);
end TornLoop;
// mpmath, 25 digits.
//: --rtol 1e-8
//: a = 0.28658291939867449 +- 1e-10
//: y = 0.28640933355962699 +- 1e-8
