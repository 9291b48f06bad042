model Robertson "Robertson's chemical reactions over eleven decades of time (Hairer, Wanner, IV.10), with the mass as a constraint"
  // A -> B slowly, B + B -> B + C very fast, B + C -> A + C fast. The third rate is replaced by what it
  // implies: nothing is lost, so that the sum of all is 1 at every time.
  Real A(start = 1, fixed = true);
  Real B(start = 0, fixed = true, nominal = 1e-5);
  Real C "product";
equation
  der(A) = -0.04*A + 1e4*B*C;
  der(B) = 0.04*A - 1e4*B*C - 3e7*B^2;
  A + B + C = 1;
  annotation(experiment(StartTime = 0, StopTime = 1e11, Tolerance = 1e-7),
    __involute(plots = {plot(y = {"A", "B", "C"}, logX = true, logY = true)}));
end Robertson;
// The test set for initial value problem solvers (2003) gives the values at t = 1e11.
//: --method radau --rtol 1e-9 --atol 1e-14
//: A = 0.2083340149701255e-7 +- 1e-13
//: B = 0.8333360770334713e-13 +- 1e-19
//: C = 0.9999999791665050 +- 1e-13
//: index = 1
//: dof = 2
