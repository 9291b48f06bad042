model LinearCircuit "A voltage source in a loop with capacitors: index 2"
  // Bäse, (2.3): charges q1, q2, potentials e1, e2, current iV through the source.
  Real q1, q2(start = 0, fixed = true);
  Real e1, e2;
  Real iV;
equation
  0 = der(q1) + e1 + iV;
  0 = der(q2) - der(q2) + e2;
  0 = e1 - sin(100*time);
  0 = q1 - e1 + e2;
  0 = q2 - e2;
  annotation(experimenu(StopTime = 1, Tolerance = 1e-8));
end LinearCircuit;
