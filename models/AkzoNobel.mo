model AkzoNobel "Two chemicals mix while carbon dioxide flows in: six concentrations, one equilibrium"
  // Test set of Bari, problem II-12; Bäse, 4.7. Five concentrations change by reactions, each with its
  // rate r1 ... r5; the sixth is in equilibrium with two others all the time, which makes an algebraic
  // equation. At first y2 falls steeply; later every explicit method is held back by the fast mode of
  // y2, not by accuracy.
  parameter Real k1 = 18.7, k2 = 0.58, k3 = 0.09, k4 = 0.42 "velocities of the reactions";
  parameter Real K = 34.4 "of the equilibrium between reactions 2 and 3";
  parameter Real klA = 3.3 "transfer of carbon dioxide into the liquid";
  parameter Real Ks = 115.83 "of the equilibrium that gives y6";
  parameter Real pCO2 = 0.9 "pressure of carbon dioxide";
  parameter Real H = 737 "Henry's constant";
  Real y1(start = 0.444, fixed = true) "[FLB]";
  Real y2(start = 0.00123, fixed = true) "[CO2]";
  Real y3(start = 0, fixed = true) "[FLBT]";
  Real y4(start = 0.007, fixed = true) "[ZHU]";
  Real y5(start = 0, fixed = true) "[ZLA]";
  Real y6 "[FLB.ZHU]";
  Real r1 = k1*y1^4*sqrt(y2), r2 = k2*y3*y4, r3 = k2/K*y1*y5, r4 = k3*y1*y4^2, r5 = k4*y6^2*sqrt(y2);
  Real inflow = klA*(pCO2/H - y2);
equation
  der(y1) = -2*r1 + r2 - r3 - r4;
  der(y2) = -0.5*r1 - r4 - 0.5*r5 + inflow;
  der(y3) = r1 - r2 + r3;
  der(y4) = -r2 + r3 - 2*r4;
  der(y5) = r2 - r3 + r5;
  0 = Ks*y1*y4 - y6;
  annotation(experiment(StopTime = 180, Tolerance = 1e-8));
end AkzoNobel;
// The end values of the test set.
//: --rtol 1e-11
//: y1 = 0.1150794920661702 +- 1e-9
//: y2 = 0.0012038314715677 +- 1e-11
//: y3 = 0.1611562887407974 +- 1e-9
//: y4 = 0.0003656156421249 +- 1e-11
//: y5 = 0.0170801088526440 +- 1e-10
//: y6 = 0.0048735313103074 +- 1e-10
//: index = 1
//: dof = 5
