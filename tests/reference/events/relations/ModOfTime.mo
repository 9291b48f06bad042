// 3.7.2: mod generates an event where it jumps: the integral of mod(t, 0.4) over 1 is 0.08 + 0.08 + 0.02.
model ModOfTime
  Real y(start = 0, fixed = true), s = mod(time, 0.4);
equation
  der(y) = s;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end ModOfTime;
//: y = 0.18 +- 1e-7
//: s = 0.2 +- 1e-12
