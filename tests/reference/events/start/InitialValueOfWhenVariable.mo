// 8.6: the when is inactive: d = pre(d), and d = x + 1 gives both.
model InitialValueOfWhenVariable
  Real x(start = 2, fixed = true);
  discrete Real d;
initial equation
  d = x + 1;
equation
  der(x) = d;
  when time >= 0.5 then
    d = -pre(d);
  end when;
  annotation(experiment(StopTime = 1));
end InitialValueOfWhenVariable;
//: at 0 d = 3 +- 1e-12
//: d = -3 +- 1e-12
//: x = 2 +- 1e-8
