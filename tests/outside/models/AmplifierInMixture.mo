//: rtol=1e-8 stop=0.001 points=7 done
model AmplifierInMixture "Two transistors, and a mixture of two nodes: what is left of it says 0 = 0 but for the rounding of its numbers"
  parameter Real Ub = 6, UF = 0.026, alpha = 0.99, beta = 1e-6, R0 = 1000, R = 9000, C[5] = 1e-6*{1, 2, 3, 4, 5};
  Real U1(start = 0, fixed = true), U2(start = 3), U3(start = 3, fixed = true), U4(start = 6, fixed = true), U5(start = 3);
  Real U6(start = 1e-3*3, fixed = true), U7(start = 6, fixed = true), U8(start = 0);
  Real Ue = 0.1*sin(200*3.141592653589793*time);
  Real g23 = beta*(exp((U2 - U3)/UF) - 1), g56 = beta*(exp((U5 - (1e3*U6))/UF) - 1);
equation
  3e5*(C[1]*(der(U1) - der(U2)) + Ub/R - 2*U2/R + (alpha - 1)*g23) + 7.0000001*(-C[5]*(der(U7) - der(U8)) + U8/R) = 3e5*(0) + 7.0000001*(0);
  C[1]*(der(U2) - der(U1)) + Ue/R0 - U1/R0 = 0;
  C[1]*(der(U1) - der(U2)) + Ub/R - 2*U2/R + (alpha - 1)*g23 = 0;
  -C[2]*der(U3) + g23 - U3/R = 0;
  -C[3]*(der(U4) - der(U5)) + Ub/R - U4/R - alpha*g23 = 0;
  C[3]*(der(U4) - der(U5)) + Ub/R - 2*U5/R + (alpha - 1)*g56 = 0;
  -C[4]*der((1e3*U6)) + g56 - (1e3*U6)/R = 0;
  -C[5]*(der(U7) - der(U8)) + Ub/R - U7/R - alpha*g56 = 0;
  -C[5]*(der(U7) - der(U8)) + U8/R = 0;
end AmplifierInMixture;
