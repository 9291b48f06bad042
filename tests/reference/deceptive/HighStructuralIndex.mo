model HighStructuralIndex "Index 1, but two equations must be differentiated by their structure, one of them twice"
  // Reissig, Martinson, Barton: Differential-algebraic equations of index 1 may have an arbitrarily high structural index. SIAM J. Sci.
  // Comput. 21 (2000) 1987-1990. J is regular here: nothing fails, only the index of structure (3) is not the true one.
  Real x1, x2(start = 0.5, fixed = true), x3, x4(start = 1, fixed = true), x5;
equation
  der(x2) + der(x3) + x1 = sin(time);
  der(x2) + der(x3) + x2 = cos(time);
  der(x4) + der(x5) + x3 = exp(-time);
  der(x4) + der(x5) + x4 = 1;
  x5 = sin(2*time);
end HighStructuralIndex;
// x4' = 1 - 2 cos 2t - x4, x3 = x4 + exp(-t) - 1, x2' = cos t - x2 - x3', x1 = x2 + sin t - cos t.
//: --rtol 1e-10 --stop 1
//: x1 = 1.44177248905423 +- 1e-9
//: x2 = 1.14060381011447 +- 1e-9
//: x3 = -0.0459479892016692 +- 1e-9
//: x4 = 0.586172569626889 +- 1e-9
//: x5 = 0.909297426825682 +- 1e-9
//: dof = 2
