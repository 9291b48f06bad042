model UnitPendulum "The pendulum in its shortest form, length, mass and gravity 1, with its energy to look at"
  // Tuomela, Arponen 2000, (4.1). Reduced to (4.6): coordinates x, y and their velocities, two constraints; the tension lambda is
  // solved for together with the accelerations. Nothing keeps the energy but accuracy: see PendulumEnergy.
  Real x(start = 1, fixed = true), y(start = 0), lambda "tension of the rod";
  Real energy = (der(x)^2 + der(y)^2)/2 + y + 1 "0 at rest";
initial equation
  der(y) = 0;
equation
  der(der(x)) + lambda*x = 0;
  der(der(y)) + lambda*y + 1 = 0;
  x^2 + y^2 - 1 = 0 annotation(__involute(name = "rod"));
  annotation(experiment(StopTime = 5.1, Tolerance = 1e-8));
end UnitPendulum;
// The reduced system in 34 digits.
//: --rtol 1e-10 --stop 5.1
//: x = -0.590049529999272 +- 1e-7
//: y = -0.807367049208499 +- 1e-7
//: der(x) = 1.02593897528939 +- 1e-7
//: energy = 1 +- 1e-9
//: index = 3
//: dof = 2
//: coordinates = 5
