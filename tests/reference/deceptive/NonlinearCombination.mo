model NonlinearCombination "The highest derivatives stand in an exponential, and the other equation has just their combination"
  // After Tan, Nedialkov, Pryce, BIT 57 (2017) 845-865, the example of the expression substitution method: J is singular everywhere.
  // Structure finds two degrees of freedom; there is one.
  Real x1(start = 0), x2(start = 3, fixed = true);
  Real g1, g2;
equation
  g1 = -sin(time) - exp(-cos(time) + (2 + cos(time))*cos(time));
  g2 = -sin(time) + (2 + cos(time))*sin(time) - (2 + cos(time))^2;
  x1 + exp(-der(x1) - x2*der(der(x2))) + g1 = 0;
  x1 + x2*der(x2) + x2^2 + g2 = 0;
end NonlinearCombination;
// Made to have the solution x1 = sin t, x2 = 2 + cos t.
//: --rtol 1e-10 --stop 1
//: x1 = 0.841470984807897 +- 1e-8
//: x2 = 2.54030230586814 +- 1e-8
//: dof = 1
