model Growth "One linear equation whose solution is known: for seeing the order of a method"
  // Tuomela and Arponen (2001), section 6.1, where 2 x^2 is printed for 3 x^2; this equation has the printed solution.
  Real y(start = 2, fixed = true);
equation
  der(y) - 3*y - 3*time^2 = 0;
  annotation(experiment(StopTime = 1, Tolerance = 1e-8));
end Growth;
// y = 20/9 exp(3 x) - x^2 - 2/3 x - 2/9
//: --rtol 1e-12 --stop 1
//: y = 42.7456376070837 +- 1e-9
//: dof = 1
