// 3.7.5: terminal() is true at the end of a successful analysis; together with a tick at the stop time both act.
model Terminal
  Real x(start = 1, fixed = true);
  discrete Real last(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = x;
  when terminal() then
    last = x;
  end when;
  when sample(0.5, 0.5) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end Terminal;
//: last = 2.718281828459045 +- 1e-7
//: n = 2
