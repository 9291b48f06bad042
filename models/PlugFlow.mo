model PlugFlow "Two phase plug flow [TAN05, 6.2.2]: the flow chokes at t = 1.0958, where the pressure falls with a vertical tangent; the solution goes on"
  parameter Real R = 45.72, c1 = 44.017, c2 = 35545, c3 = 929940, c4 = 9090.9;
  Real p(start = 13.780001712875281) "pressure";
  Real w(start = 11.394056033479938) "y times a velocity";
  Real y(start = 4.814684237137809, fixed = true) "annular phase";
equation
  y^2*der(p) + w^2 = 0;
  p*w*(R - y)^2*(2.5*log(c1*w - 5) + 10.5) - c2*p*y - c3*y = 0;
  w*(2.5*R - 1.25*y)*log(c1*w - 5) + w*(3*R - 2.125*y) = (13.6*R + c1*c4)/c1;
  annotation(experiment(StopTime = 3.2188, Tolerance = 1e-10));
end PlugFlow;
// By time up to the impasse point, by arclength past it, by time again.
//: p = -8.42192837192257 +- 1e-7
//: w = 9.77129833977075 +- 1e-7
//: y = -10.6158290577364 +- 1e-7
