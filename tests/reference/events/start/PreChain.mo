// 8.6: three sweeps at the start carry the value through two pres; no states.
model PreChain
  Integer n(start = 0, fixed = true), a(start = 1, fixed = true), b(start = 2, fixed = true);
equation
  b = pre(a);
  a = pre(n);
  n = 4;
  annotation(experiment(StopTime = 1));
end PreChain;
//: n = 4
//: a = 4
//: b = 4
//: at 0 b = 4
