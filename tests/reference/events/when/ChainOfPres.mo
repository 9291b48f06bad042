// 8.5: a change runs through four pres in one instant: d is true after 0.5, and x counts from there.
model ChainOfPres
  Boolean a(start = false, fixed = true), b(start = false, fixed = true), c(start = false, fixed = true), d(start = false, fixed = true);
  Real x(start = 0, fixed = true);
equation
  a = time > 0.5;
  b = pre(a);
  c = pre(b);
  d = pre(c);
  der(x) = if d then 1 else 0;
  annotation(experiment(StopTime = 1));
end ChainOfPres;
//: x = 0.5 +- 1e-8
//: at 0.5 after d = 1
//: at 0.5 before a = 0
