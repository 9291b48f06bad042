// 8.6: before integration pre(v) = v for all v, else pre(v) := v and the equations are solved again.
// Solved with pre(n) = 0: k = 0; iterated: k = 7.
model PreOfInteger
  Integer n(start = 0, fixed = true), k;
  Real x(start = 0, fixed = true);
equation
  n = 7;
  k = pre(n);
  der(x) = k;
  annotation(experiment(StopTime = 1));
end PreOfInteger;
//: x = 7 +- 1e-8
//: k = 7
//: at 0 k = 7
