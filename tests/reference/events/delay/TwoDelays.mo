// 3.7.4.1: two delays without a small common multiple. Polynomials between the breaking points j + 0.7 k, by the method of
// steps in rational numbers: y(3) = 14094717/32000000.
model TwoDelays
  Real y(start = 1, fixed = true);
equation
  der(y) = -delay(y, 1) - 0.5*delay(y, 0.7);
  annotation(experiment(StopTime = 3));
end TwoDelays;
//: methods auto dopri54 dop853 radau
//: run --rtol 1e-9 --every 0.5
//: y = 0.44045990625 +- 1e-8
//: at 0.5 y = 0.25 +- 1e-9
//: at 1.5 y = -0.8225625 +- 1e-8
//: at 2 y = -0.6365 +- 1e-8
//: at 2.5 y = -0.0897328125 +- 1e-8
