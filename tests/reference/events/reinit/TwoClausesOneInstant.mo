// 8.4, 8.3.6: two clauses act in one instant, each with the values before: x = 1 + 2 y, y = x.
model TwoClausesOneInstant
  Real x(start = 1, fixed = true), y(start = 3, fixed = true);
equation
  der(x) = 0;
  der(y) = 0;
  when time >= 0.5 then
    reinit(x, pre(x) + 2*pre(y));
  end when;
  when time >= 0.5 then
    reinit(y, pre(x));
  end when;
  annotation(experiment(StopTime = 1));
end TwoClausesOneInstant;
//: x = 7 +- 1e-12
//: y = 1 +- 1e-12
