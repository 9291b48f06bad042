model DischargeControl "Control of a discharge pressure, as it is set up: five equations whose index is not to be seen"
  // Hairer, Lubich, Roche 1989, p. 116; Tuomela, Arponen 2000, section 7.3. The first five equations of model DischargePressure; the other
  // three follow from them by differentiation and are found here. The flow f is prescribed, so y1 and y4 are bound to each other.
  parameter Real c1 = 99.1, c2 = 0.001, c3 = 0.075, c4 = 3.35, c5 = 2458.18, c6 = 1/1.44;
  Real y1(start = 0.249990670617463, fixed = true), y2(start = 0.25001522384765706, fixed = true);
  Real y3(start = 99.1), y4(start = 36.7), y5(start = 9.998);
  Real f = 5*tanh(time - 10) + 15 "the flow goes from 10 to 20";
equation
  20*der(y1) + y1 - y2 = 0;
  75*der(y2) + 5*der(y3) + y3 - c1 = 0;
  20*der(y4) + y5 - f = 0;
  c2*y4*y5^2 - c3*y4*y5 + c4*y4 - y3 = 0;
  y1^2*y4^2 - c5*y1^2 + c6*f^2 = 0;
  annotation(experiment(StopTime = 40, Tolerance = 1e-8));
end DischargeControl;
// Solved for the first derivatives, in 34 digits.
//: --rtol 1e-10 --stop 12
//: y1 = 0.485242535615617 +- 1e-7
//: y2 = 0.834146768143761 +- 1e-7
//: y3 = 101.088614096053 +- 1e-5
//: y4 = 36.0497027161363 +- 1e-5
//: y5 = 8.16749980118449 +- 1e-5
//: index = 2
//: dof = 2
