// 8.6: pre(d)^2 = 2*x with x = 2: the root near the start value.
model FirstNonlinear
  Real x(start = 2, fixed = true);
  discrete Real d(start = 1);
initial equation
  pre(d)^2 = 2*x;
equation
  der(x) = 0;
  when time > 0.5 then
    d = -pre(d);
  end when;
  annotation(experiment(StopTime = 1));
end FirstNonlinear;
//: at 0 d = 2 +- 1e-12
//: d = -2 +- 1e-12
