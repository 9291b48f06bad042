// 3.7.4.1: x' = -x(t - 1) with x = 1 before the start: polynomials from one whole number to the next,
// x(t) = sum of (-1)^k (t - k + 1)^k / k! over k <= t + 1. Breaking points are no events to the user.
model MethodOfSteps
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -delay(x, 1);
  y = delay(x, 1);
  annotation(experiment(StopTime = 3));
end MethodOfSteps;
//: methods auto dopri54 dop853 radau rk4
//: x = -0.16666666666666667 +- 1e-6
//: run --every 0.5 --rtol 1e-6 --first-step 0.01
//: methods auto dopri54 dop853 radau
//: at 0.5 x = 0.5 +- 1e-9
//: at 0.5 y = 1
//: at 1.5 x = -0.375 +- 1e-7
//: at 1.5 y = 0.5 +- 1e-7
//: at 2 x = -0.5 +- 1e-7
//: at 2.5 x = -0.39583333333333333 +- 1e-7
//: run --start 5 --stop 8 --rtol 1e-9
//: methods auto dopri54 dop853 radau
//: x = -0.16666666666666667 +- 1e-9
//: run --step 0.125
//: methods rk4 dopri54
