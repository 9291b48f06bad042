model TwiceAfterElimination "An equation twice, which round-off of what was eliminated keeps from cancelling"
  Real x1(start = 0.25, fixed = true), x2, x3(start = 1.75, fixed = true), x4(start = 1.5, fixed = true);
  Real x5(start = -0.5, fixed = true), z1, z3;
equation
  z1 = x4 - 1.75;
  x1 + x2 = -1;
  der(x1) = z3 - x1;
  der(x2) = x1 - x5 + z3;
  2*der(x3) = 2*(0.75*x5 - 0.25*z1 + 0.75*x1 - 0.5);
  3*der(x3) = 3*(0.75*x5 - 0.25*z1 + 0.75*x1 - 0.5);
  der(x3) = der(x4);
  der(x5) = -x1;
end TwiceAfterElimination;
// z3 = x5/2; then x1' = x5/2 - x1, x5' = -x1, x3' linear: its matrix exponential in 30 digits.
//: --rtol 1e-10 --stop 1
//: x1 = -0.0850195336056012 +- 1e-8
//: x3 = 1.02632096760907556 +- 1e-8
//: x4 = 0.77632096760907556 +- 1e-8
//: x5 = -0.556926653320527 +- 1e-8
