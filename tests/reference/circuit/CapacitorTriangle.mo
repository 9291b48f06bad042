model CapacitorTriangle "A loop of three capacitors between nodes that have no other capacitor: the sum of the node equations is algebraic"
  // Node analysis as in Estévez Schwarz, Tischendorf: Structural analysis of electric circuits and consequences for MNA. Int. J. Circuit
  // Theory Appl. 28 (2000) 131-162. The capacitance matrix is singular, as in the transistor amplifier, and no two of its rows are.
  parameter Real C12 = 1, C23 = 2, C31 = 0.5, R1 = 1, R2 = 2, R3 = 4;
  Real e1(start = 0.5, fixed = true), e2(start = 0.25, fixed = true), e3;
equation
  C12*(der(e1) - der(e2)) + C31*(der(e1) - der(e3)) + e1/R1 = sin(time);
  C12*(der(e2) - der(e1)) + C23*(der(e2) - der(e3)) + e2/R2 + e2^3 = 0;
  C23*(der(e3) - der(e2)) + C31*(der(e3) - der(e1)) + e3/R3 = 0;
end CapacitorTriangle;
// Two of the rows with the derivative of their sum, in 30 digits.
//: --rtol 1e-10 --stop 1
//: e1 = 0.800301785163754 +- 1e-8
//: e2 = 0.613794980942482 +- 1e-8
//: e3 = -1.9878881525964 +- 1e-8
//: dof = 2
//: index = 1
