model ChargeLoop "A voltage source, a capacitor and a nonlinear one in a loop, by charges: index 2"
  // Charge-oriented node analysis (Estévez Schwarz, Tischendorf 2000): a loop of capacitors with a source makes the source's current
  // depend on derivatives.
  Real e1, e2(start = 0.5, fixed = true), q1, q2, q3, iV;
equation
  e1 = sin(time);
  q1 = e1 - e2;
  q2 = 2*e2 + e2^3;
  q3 = e1;
  der(q1) + der(q3) + iV = 0;
  der(q2) - der(q1) + e2 = 0;
end ChargeLoop;
// e2' = (cos t - e2)/(3 + 3 e2^2), in 30 digits.
//: --rtol 1e-10 --stop 1
//: e2 = 0.575400957983023 +- 1e-8
//: iV = -1.08939408769665 +- 1e-8
//: dof = 1
//: index = 2
