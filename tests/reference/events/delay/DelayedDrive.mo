// 3.7.4.1, index 3: the constraint prescribes x by a delayed state, p = 1 - cos(time): v and f are its derivatives, which
// are those of the history. All rows of the ledger hold to round-off.
model DelayedDrive
  Real p(start = 0, fixed = true), q(start = 0, fixed = true), x, v, f;
equation
  der(p) = q;
  der(q) = cos(time);
  x + p = 2*delay(p, 0.7);
  der(x) = v;
  der(v) = f;
  annotation(experiment(StopTime = 5));
end DelayedDrive;
//: methods dopri54 dop853 radau
//: run --rtol 1e-5
//: x = 2.0852605296231766 +- 2e-3
//: run --rtol 1e-8
//: x = 2.0852605296231766 +- 2e-6
//: v = -0.87340759883577127 +- 2e-6
//: f = -1.0852605296231772 +- 2e-5
