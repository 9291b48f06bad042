// 3.7.4.1: a delay that is an unknown of the system, and shorter than the steps that the solution x = sin(time) allows.
model WavingDelay
  Real x(start = 0, fixed = true), T;
equation
  T = 0.5 + 0.3*sin(3*time);
  der(x) = cos(time) + delay(x, T, 1) - (if time > T then sin(time - T) else 0);
  annotation(experiment(StopTime = 4));
end WavingDelay;
//: methods auto dopri54 dop853 radau
//: run --rtol 1e-3
//: x = -0.75680249530792825 +- 1e-2
//: run --rtol 1e-6
//: x = -0.75680249530792825 +- 1e-4
//: run --rtol 1e-9
//: x = -0.75680249530792825 +- 1e-7
