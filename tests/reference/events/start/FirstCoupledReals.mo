// 8.6: two pres that depend on each other: a = b + 1 and b = 10 - 2*a, where a = pre(a) and b = pre(b): a = 11/3, b = 8/3.
model FirstCoupledReals
  discrete Real a, b;
initial equation
  pre(a) = b + 1;
  pre(b) = 10 - 2*a;
equation
  when time > 0.5 then
    a = pre(a) + 1;
    b = pre(b) - 1;
  end when;
  annotation(experiment(StopTime = 1));
end FirstCoupledReals;
//: at 0 a = 3.6666666666666667 +- 1e-14
//: at 0 b = 2.6666666666666667 +- 1e-14
//: a = 4.6666666666666667 +- 1e-14
//: b = 1.6666666666666667 +- 1e-14
