// 3.7.4.1, 8.3.5: a sawtooth by reinit, delayed by 0.3: its jumps arrive at 1.3 and 2.3, and the integral of it has their corners.
model DelayedJumps
  Real x(start = 0, fixed = true), y = delay(x, 0.3), s(start = 0, fixed = true);
equation
  der(x) = 1;
  when x >= 1 then
    reinit(x, 0);
  end when;
  der(s) = y;
  annotation(experiment(StopTime = 2.2, Tolerance = 1e-9));
end DelayedJumps;
// s = 1/2 + 0.9^2/2
//: y = 0.9 +- 1e-8
//: s = 0.905 +- 1e-7
//: at 1.3 before y = 1 +- 1e-8
//: at 1.3 after y = 0 +- 1e-8
