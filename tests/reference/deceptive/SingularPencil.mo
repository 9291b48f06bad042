model SingularPencil "A matrix pencil that is singular at every time, and yet exactly one solution"
  // Kunkel, Mehrmann: Differential-Algebraic Equations: Analysis and Numerical Solution. EMS 2006, chapter 3 (E(t) = (0, 0; 1, -t)).
  Real x1, x2;
equation
  0 = -x1 + time*x2 + cos(time);
  der(x1) - time*der(x2) = time^2;
end SingularPencil;
// x2 = f2 - f1', x1 = t x2 + f1.
//: --rtol 1e-10 --stop 1
//: x1 = 2.38177329067604 +- 1e-9
//: x2 = 1.8414709848079 +- 1e-9
//: dof = 0
//: index = 2
