model LinearCombination "Constant coefficients, of index 3, which structure takes for 1: two rows have the same highest derivatives"
  // The linear example by which Scholz and Steinbrecher (structural-algorithmic regularisation) and Tan, Nedialkov, Pryce (Conversion
  // methods for improving structural analysis of differential-algebraic equation systems, BIT 57 (2017) 845-865) show the combination of rows.
  Real x1, x2, x3, x4;
equation
  -der(x1) + x3 + sin(time) = 0;
  -der(x2) + x4 + exp(-time) = 0;
  x2 + x3 + x4 + cos(time) = 0;
  -x1 + x3 + x4 + cos(2*time) = 0;
end LinearCombination;
// The difference of the last two gives x1 + x2, the sum of the first two then x3 + x4, and so on: no freedom at all.
//: --rtol 1e-10 --stop 1
//: x1 = -2.60262113136995 +- 1e-9
//: x2 = 1.64617198895467 +- 1e-9
//: x3 = -0.627599051099248 +- 1e-9
//: x4 = -1.55887524372356 +- 1e-9
//: dof = 0
//: index = 3
