model ExponentialPair "Growth and its copy: the smallest differential-algebraic system"
  // Bäse, 4.2.3. One equation has a derivative and one has none: y does not evolve by itself, it is
  // solved for wherever x has come to. Both are exp(t), so every error of a method can be seen.
  Real x(start = 1, fixed = true) "grows";
  Real y "its copy";
equation
  der(x) = x;
  0 = x - y;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end ExponentialPair;
// e
//: --rtol 1e-11
//: x = 2.718281828459045 +- 1e-9
//: y = 2.718281828459045 +- 1e-9
//: index = 1
//: dof = 1
