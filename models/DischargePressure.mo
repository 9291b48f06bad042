model DischargePressure "Control of a discharge pressure: five equations and three that follow, in five unknowns"
  // Tuomela, Arponen 2000, (7.3), from Hairer, Lubich, Roche 1989: involutive as it stands.
  parameter Real c1 = 99.1, c2 = 0.001, c3 = 0.075, c4 = 3.35, c5 = 2458.18, c6 = 1/1.44;
  Real y1(start = 0.249990670617463, fixed = true), y2(start = 0.25001522384765706, fixed = true), y3(start = 99.1), y4(start = 36.7);
  Real y5(start = 9.998);
  Real f = 5*tanh(time - 10) + 15, f1 = 5/cosh(time - 10)^2, f2 = -10*tanh(time - 10)/cosh(time - 10)^2;
equation
  20*der(y1) + y1 - y2 = 0;
  75*der(y2) + 5*der(y3) + y3 - c1 = 0;
  20*der(y4) + y5 - f = 0;
  c2*y4*y5^2 - c3*y4*y5 + c4*y4 - y3 = 0;
  y1^2*y4^2 - c5*y1^2 + c6*f^2 = 0;
  (40*c2*y4*y5 - 20*c3*y4)*der(y5) - 20*der(y3) - c2*y5^3 + (c2*f + c3)*y5^2 - (c3*f + c4)*y5 + c4*f = 0;
  y1*y2*y4^2 - y1^2*y4*y5 + f*y1^2*y4 - c5*y1*y2 + c6*(f^2 + 20*f*f1) = 0;
  20*y1*(y4^2 - c5)*der(y2) - 20*y1^2*y4*der(y5) + y2^2*y4^2 + y1^2*y4*y5 - 4*y1*y2*y4*y5 + y1^2*y5^2 - f*y1^2*y4 - 2*f*y1^2*y5
    + 4*f*y1*y2*y4 + 20*f1*y1^2*y4 + f^2*y1^2 - c5*y2^2 + c6*(f^2 + 60*f*f1 + 400*f1^2 + 400*f*f2) = 0;
  annotation(experiment(StopTime = 15, Tolerance = 1e-8));
end DischargePressure;
// Five of the equations solved for the first derivatives, in 34 digits.
//: --rtol 1e-10 --stop 12
//: y1 = 0.485242535615617 +- 1e-7
//: y2 = 0.834146768143761 +- 1e-7
//: y3 = 101.088614096053 +- 1e-5
//: y4 = 36.0497027161363 +- 1e-5
//: y5 = 8.16749980118449 +- 1e-5
//: dof = 2
