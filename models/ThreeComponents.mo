model ThreeComponents "Two equations more than needed: which of three components are solved for"
  // Bäse, Example 3.13. No equation has the derivative of x3, so it must be solved for; of the others x1 has the
  // larger entry in the Jacobian of the constraints:
  //     involute analyze ThreeComponents.mo --ambient first-order
  // The printed start (1, 2, 2) is not consistent; this one is.
  Real x1(start = 1, fixed = true), x2(start = -2), x3(start = 0);
equation
  der(x1) = x1;
  der(x2) = x2;
  2*x1 + x2 = 0;
  x1 + x2/2 + x3 = 0;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end ThreeComponents;
// e, -2e, 0
//: x1 = 2.718281828459045 +- 1e-6
//: x2 = -5.43656365691809 +- 1e-6
//: x3 = 0 +- 1e-9
