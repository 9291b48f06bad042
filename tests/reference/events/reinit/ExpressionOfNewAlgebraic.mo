// 8.4: the same through an equation: w = 2*k + 1 holds in the instant with the new k.
model ExpressionOfNewAlgebraic
  Real x(start = 0, fixed = true), w = 2*k + 1;
  Integer k(start = 0, fixed = true);
equation
  der(x) = 0;
  when time >= 0.5 then
    reinit(x, w);
  end when;
  when time >= 0.5 then
    k = 7;
  end when;
  annotation(experiment(StopTime = 1));
end ExpressionOfNewAlgebraic;
//: x = 15 +- 1e-12
