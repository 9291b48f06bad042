//: stiff
//: y = 1.706167732170483
//: z = -0.8928097010247975
model VanDerPolStiff "relaxation oscillation, eps = 1e-6; published (test set for IVP solvers)"
  Real y(start = 2, fixed = true), z(start = 0, fixed = true);
equation
  der(y) = z;
  1e-6*der(z) = (1 - y^2)*z - y;
  annotation(experiment(StopTime = 2));
end VanDerPolStiff;
