model PendulumEnergy "The same pendulum on the surface of constant energy: an invariant is one word more"
  // Tuomela, Arponen 2000, (7.1). The energy is kept at its value at the start, to round-off, whatever the method and the step; even
  // Euler's method then never swings higher than it started. Compare with UnitPendulum, whose energy is only as good as the method.
  Real x(start = 1, fixed = true), y(start = 0), lambda "tension of the rod";
  Real energy = (der(x)^2 + der(y)^2)/2 + y + 1 annotation(__involute(invariant = true));
initial equation
  der(y) = 0;
equation
  der(der(x)) + lambda*x = 0;
  der(der(y)) + lambda*y + 1 = 0;
  x^2 + y^2 - 1 = 0 annotation(__involute(name = "rod"));
  annotation(experiment(StopTime = 5.1, Tolerance = 1e-8));
end PendulumEnergy;
// The reduced system in 34 digits.
//: --rtol 1e-10 --stop 5.1
//: x = -0.590049529999272 +- 1e-7
//: y = -0.807367049208499 +- 1e-7
//: der(x) = 1.02593897528939 +- 1e-7
//: energy = 1 +- 1e-15
//: index = 3
//: dof = 2
