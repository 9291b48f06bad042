model LinearCircuit "A voltage source in a loop with capacitors: index 2"
  // Bäse, (2.3): charges q1, q2, potentials e1, e2, current iV through the source.
  Real q1, q2(start = 0, fixed = true);
  Real e1, e2;
  Real iV;
equation
  0 = der(q1) + e1 + iV;
  0 = der(q2) - der(q1) + e2;
  0 = e1 - sin(100*time);
  0 = q1 - e1 + e2;
  0 = q2 - e2;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end LinearCircuit;
// In closed form.
//: --rtol 1e-10 --stop 1
//: e1 = -0.506365641109759 +- 1e-9
//: e2 = -0.252537036597527 +- 1e-9
//: iV = -42.4833094549757 +- 1e-7
//: index = 2
//: dof = 1
