model TransistorAmplifier "Two transistors: five capacitors between eight nodes, so that three sums of rows have no derivative"
  // Hairer, Lubich, Roche: The Numerical Solution of Differential-Algebraic Systems by Runge-Kutta Methods. Springer 1989; Test Set for
  // IVP Solvers, 'Transistor amplifier'. J has rank 5 of 8; index 1.
  parameter Real Ub = 6, UF = 0.026, alpha = 0.99, beta = 1e-6, R0 = 1000, R = 9000, C[5] = 1e-6*{1, 2, 3, 4, 5};
  Real U1(start = 0, fixed = true), U2(start = 3), U3(start = 3, fixed = true), U4(start = 6, fixed = true), U5(start = 3);
  Real U6(start = 3, fixed = true), U7(start = 6, fixed = true), U8(start = 0);
  Real Ue = 0.1*sin(200*3.141592653589793*time);
  Real g23 = beta*(exp((U2 - U3)/UF) - 1), g56 = beta*(exp((U5 - U6)/UF) - 1);
equation
  C[1]*(der(U2) - der(U1)) + Ue/R0 - U1/R0 = 0;
  C[1]*(der(U1) - der(U2)) + Ub/R - 2*U2/R + (alpha - 1)*g23 = 0;
  -C[2]*der(U3) + g23 - U3/R = 0;
  -C[3]*(der(U4) - der(U5)) + Ub/R - U4/R - alpha*g23 = 0;
  C[3]*(der(U4) - der(U5)) + Ub/R - 2*U5/R + (alpha - 1)*g56 = 0;
  -C[4]*der(U6) + g56 - U6/R = 0;
  -C[5]*(der(U7) - der(U8)) + Ub/R - U7/R - alpha*g56 = 0;
  -C[5]*(der(U7) - der(U8)) + U8/R = 0;
end TransistorAmplifier;
// The published reference of the test set.
//: --rtol 1e-9 --stop 0.2
//: U1 = -0.00556214501226270 +- 1e-7
//: U2 = 3.00652247190304 +- 1e-6
//: U3 = 2.84995878860813 +- 1e-6
//: U4 = 2.92642253620624 +- 1e-6
//: U5 = 2.70461786501055 +- 1e-6
//: U6 = 2.76183777839315 +- 1e-6
//: U7 = 4.77092763161677 +- 1e-6
//: U8 = 1.23699586809155 +- 1e-6
//: dof = 5
//: index = 1
