// 3.7.4.1: a variable delay: x' = -x(3 t/4 - 1/2), x = 1 before the start: polynomials between the breaking points 2/3,
// 14/9, ..., where 3 t/4 - 1/2 meets the one before. Values in rational numbers.
model GrowingDelay
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 0.5 + 0.25*time, 2);
  annotation(experiment(StopTime = 1.9));
end GrowingDelay;
//: methods auto dopri54 dop853 radau
//: run --rtol 1e-4
//: x = -0.33245669367283951 +- 1e-4
//: run --rtol 1e-10 --every 0.5
//: x = -0.33245669367283951 +- 1e-9
//: at 1 x = 0.041666666666666667 +- 1e-9
//: at 1.5 x = -0.23958333333333333 +- 1e-9
