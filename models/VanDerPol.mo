model VanDerPol "Van der Pol's oscillator, stiff: relaxation oscillations with inner layers (Hairer, Wanner, IV.10)"
  // y runs slowly along the curve z = y/(1 - y^2) and jumps in a time of about eps where that ends.
  parameter Real eps = 1e-6 "size of the fast time";
  Real y(start = 2, fixed = true);
  Real z(start = 0, fixed = true) "der(y)";
equation
  der(y) = z;
  eps*der(z) = (1 - y^2)*z - y;
  annotation(experiment(StartTime = 0, StopTime = 2, Tolerance = 1e-7));
end VanDerPol;
// The test set for initial value problem solvers (2003) gives the values at t = 2.
//: --method radau --rtol 1e-9
//: y = 1.706167732170483 +- 1e-8
//: z = -0.8928097010247975 +- 1e-8
//: index = 0
//: dof = 2
