model RingModulator "Ring modulator without parasitic capacitors: four currents of coils sum to zero, which no single equation says"
  // Kampowsky, Rentrop, Schmidt: Classification and numerical simulation of electric circuits. Surveys on Mathematics for Industry 2
  // (1992) 23-65; Test Set for IVP Solvers, 'Ring modulator', with Cs = 0: index 2 (a cut-set of coils). The four rows of the diodes
  // are singular in y3 ... y6.
  parameter Real C = 1.6e-8, Cp = 1e-8, Lh = 4.45, Ls1 = 0.002, Ls2 = 5e-4, Ls3 = 5e-4, gamma = 40.67286402e-9, R = 25000, Rp = 50;
  parameter Real Rg1 = 36.3, Rg2 = 17.3, Rg3 = 17.3, Ri = 50, Rc = 600, delta = 17.7493332, pi = 3.141592653589793;
  Real y1(start = 0, fixed = true), y2(start = 0, fixed = true), y3, y4, y5, y6, y7(start = 0, fixed = true);
  Real y8(start = 0, fixed = true), y9(start = 0, fixed = true), y10(start = 0), y11(start = 0, fixed = true);
  Real y12(start = 0, fixed = true), y13(start = 0, fixed = true), y14(start = 0, fixed = true), y15(start = 0, fixed = true);
  Real u1 = 0.5*sin(2000*pi*time), u2 = 2*sin(20000*pi*time);
  Real q1 = gamma*(exp(delta*(y3 - y5 - y7 - u2)) - 1) "current of a diode", q2 = gamma*(exp(delta*(-y4 + y6 - y7 - u2)) - 1);
  Real q3 = gamma*(exp(delta*(y4 + y5 + y7 + u2)) - 1), q4 = gamma*(exp(delta*(-y3 - y6 + y7 + u2)) - 1);
equation
  C*der(y1) = y8 - 0.5*y10 + 0.5*y11 + y14 - y1/R;
  C*der(y2) = y9 - 0.5*y12 + 0.5*y13 + y15 - y2/R;
  0 = y10 - q1 + q4;
  0 = -y11 + q2 - q3;
  0 = y12 + q1 - q3;
  0 = -y13 - q2 + q4;
  Cp*der(y7) = -y7/Rp + q1 + q2 - q3 - q4;
  Lh*der(y8) = -y1;
  Lh*der(y9) = -y2;
  Ls2*der(y10) = 0.5*y1 - y3 - Rg2*y10;
  Ls3*der(y11) = -0.5*y1 + y4 - Rg3*y11;
  Ls2*der(y12) = 0.5*y2 - y5 - Rg2*y12;
  Ls3*der(y13) = -0.5*y2 + y6 - Rg3*y13;
  Ls1*der(y14) = -y1 + u1 - (Ri + Rg1)*y14;
  Ls1*der(y15) = -y2 - (Rc + Rg1)*y15;
end RingModulator;
// With diodes that leak a thousand times more, so that nothing is stiff. The reduced system in y1, y2, y7 ... y15, with y3 ... y6 from
// three of the rows and the derivative of y10 + y11 + y12 + y13 = 0: extrapolated midpoint rule in 20 digits, two step sizes.
//: --rtol 1e-9 --stop 4e-6 --set gamma=40.67286402e-6
//: y1 = 0.00095330022537 +- 1e-9
//: y2 = -1.8692664852e-5 +- 1e-9
//: y7 = -0.047477092525 +- 1e-8
//: y10 = -0.000597354782385 +- 1e-9
//: y13 = 0.000597401588658 +- 1e-9
//: y3 = 0.1493683886801 +- 1e-6
//: y6 = 0.1488897258729 +- 1e-6
//: dof = 10
//: index = 2
