//: done method=dop853 rtol=1e-8
model DiodeStages "Two stages of a diode and a capacitor between nodes: sums of rows have no derivative"
  parameter Real Is = 1e-6, UT = 0.026, R = 4700, C1 = 1.1e-6, C2 = 2.3e-6, Ub = 5;
  Real U1(start = 0, fixed = true), U2(start = 2), U3(start = 2, fixed = true), U4(start = 4, fixed = true), U5(start = 1);
  Real Ue = 0.07*sin(300*time);
  Real g = Is*(exp((U2 - U3)/UT) - 1), h = 1.5022275*g + U5/R;
equation
  C1*(der(U2) - der(U1)) + (Ue - U1)/R = 0;
  C1*(der(U1) - der(U2)) + Ub/R - 2*U2/R - 0.01*g = 0;
  -C2*der(U3) + g - U3/R = 0;
  -C2*(der(U4) - der(U5)) / Ub - U4/R + Ub/R - 0.99*g = 0;
  C2*(der(U4) - der(U5)) - U5/R = 0;
  annotation(experiment(StopTime = 0.05));
end DiodeStages;
