model TransistorAmplifier "Two transistors amplify a sine: eight nodes, capacitors between some of them; index 1"
  // Test set of Bari, problem II-14; Hairer and Wanner II, VI.1.
  constant Real pi = 3.14159265358979323846264338328;
  parameter Real Ub = 6, UF = 0.026, alpha = 0.99, beta = 1e-6, R0 = 1000, R = 9000;
  parameter Real C1 = 1e-6, C2 = 2e-6, C3 = 3e-6, C4 = 4e-6, C5 = 5e-6;
  Real U1(start = 0, fixed = true), U2(start = 3), U3(start = 3, fixed = true), U4(start = 6, fixed = true);
  Real U5(start = 3), U6(start = 3, fixed = true), U7(start = 6, fixed = true), U8(start = 0);
  Real Ue = 0.1*sin(200*pi*time) "signal";
  Real i3 = beta*(exp((U2 - U3)/UF) - 1), i6 = beta*(exp((U5 - U6)/UF) - 1) "currents of the transistors";
equation
  C1*(der(U2) - der(U1)) + (Ue - U1)/R0 = 0;
  C1*(der(U1) - der(U2)) + (Ub - 2*U2)/R + (alpha - 1)*i3 = 0;
  C2*der(U3) = i3 - U3/R;
  C3*(der(U5) - der(U4)) + (Ub - U4)/R - alpha*i3 = 0;
  C3*(der(U4) - der(U5)) + (Ub - 2*U5)/R + (alpha - 1)*i6 = 0;
  C4*der(U6) = i6 - U6/R;
  C5*(der(U8) - der(U7)) + (Ub - U7)/R - alpha*i6 = 0;
  C5*(der(U7) - der(U8)) - U8/R = 0;
  annotation(experiment(StopTime = 0.2, Tolerance = 1e-8));
end TransistorAmplifier;
