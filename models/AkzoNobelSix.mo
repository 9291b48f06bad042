model AkzoNobelSix "Two chemicals mix while carbon dioxide flows in: the six concentrations alone"
  // Bäse, 4.7: AkzoNobel.mo with its rates written out, so that the unknowns are those of the thesis and their errors alone count
  parameter Real k1 = 18.7, k2 = 0.58, k3 = 0.09, k4 = 0.42, K = 34.4, klA = 3.3, Ks = 115.83, pCO2 = 0.9, H = 737;
  Real y1(start = 0.444, fixed = true), y2(start = 0.00123, fixed = true), y3(start = 0, fixed = true), y4(start = 0.007, fixed = true), y5(start = 0, fixed = true), y6;
equation
  der(y1) = -2*k1*y1^4*sqrt(y2) + k2*y3*y4 - k2/K*y1*y5 - k3*y1*y4^2;
  der(y2) = -0.5*k1*y1^4*sqrt(y2) - k3*y1*y4^2 - 0.5*k4*y6^2*sqrt(y2) + klA*(pCO2/H - y2);
  der(y3) = k1*y1^4*sqrt(y2) - k2*y3*y4 + k2/K*y1*y5;
  der(y4) = -k2*y3*y4 + k2/K*y1*y5 - 2*k3*y1*y4^2;
  der(y5) = k2*y3*y4 - k2/K*y1*y5 + k4*y6^2*sqrt(y2);
  0 = Ks*y1*y4 - y6;
  annotation(experiment(StopTime = 180, Tolerance = 1e-8));
end AkzoNobelSix;
// The end values of the test set.
//: --rtol 1e-11
//: y1 = 0.1150794920661702 +- 1e-9
//: y6 = 0.0048735313103074 +- 1e-10
//: dof = 5
