// 3.7.4.1: x' = -pi/2 x(t - 1) keeps its amplitude: errors do not fade. x(20) is the sum of (-pi/2)^k (21 - k)^k / k! over
// k <= 21, in 60 digits.
model HalfPi
  Real x(start = 1, fixed = true);
equation
  der(x) = -1.5707963267948966*delay(x, 1);
  annotation(experiment(StopTime = 20));
end HalfPi;
//: methods dopri54 dop853 radau
//: run --rtol 1e-4
//: x = 0.90603670090058015 +- 1e-3
//: run --rtol 1e-6
//: x = 0.90603670090058015 +- 1e-5
//: run --rtol 1e-8
//: x = 0.90603670090058015 +- 1e-7
//: run --rtol 1e-10
//: x = 0.90603670090058015 +- 1e-8
