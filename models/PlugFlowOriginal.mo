model PlugFlowOriginal "Two phase plug flow as its authors wrote it [TAN05, (6.4)]: u2 grows beyond all bounds where the flow chokes"
  // In these unknowns the impasse point at t = 1.0958 is at infinity and no parameter gets there: steps become
  // shorter and shorter (figure 2 of the paper). PlugFlow.mo has w = u2*u3 instead, which stays bounded.
  parameter Real R = 45.72, c1 = 44.017, c2 = 35545, c3 = 929940, c4 = 9090.9;
  Real u1(start = 13.780001712875281) "pressure";
  Real u2(start = 2.366521884) "a velocity";
  Real u3(start = 4.814684237137809, fixed = true) "annular phase";
equation
  der(u1) + u2^2 = 0;
  u2*(R - u3)^2*(2.5*log(c1*u2*u3 - 5) + 10.5) - c2 - c3/u1 = 0;
  (2.5*R*u3 - 1.25*u3^2)*log(c1*u2*u3 - 5) + 3*R*u3 - 2.125*u3^2 - (13.6*R + c1*c4)/(c1*u2) = 0;
  annotation(experiment(StopTime = 1.09, Tolerance = 1e-10));
end PlugFlowOriginal;
// By quadrature of dt = -du1/u2^2 along the curve of the other two equations, in 34 digits.
//: u1 = 1.8264106260871 +- 1e-7
//: u2 = 10.5277215693313 +- 1e-6
//: u3 = 1.0397045807989 +- 1e-7
//: dof = 1
