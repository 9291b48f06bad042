// A rectifier whose diode has a small resistance: at the instant where it begins to conduct, s is a hundred times the round-off of what
// it is solved from, and the first step is too long by a factor of 500. Reference: RK4 with steps of 1e-5, switched by bisection.
model ResistiveDiode
  Real v(start = 0, fixed = true), i, s;
  Boolean off;
equation
  off = s < 0;
  sin(6.28*time) - v = if off then s else 0.01*s;
  i = if off then 0 else s;
  0.1*der(v) = i - v/10;
  annotation(experiment(StopTime = 5));
end ResistiveDiode;
//: v = 0.4793905965693 +- 2e-8
//: run --rtol 1e-6
//: run --rtol 1e-9
