// 8.4: k is found in the same instant as the expression of reinit that uses it: x = 10*k with k = 1, 2, 3.
model ExpressionOfNewDiscrete
  Real x(start = 0, fixed = true);
  Integer k(start = 0, fixed = true);
equation
  der(x) = 0;
  when sample(0.2, 0.2) then
    reinit(x, 10*k);
    k = pre(k) + 1;
  end when;
  annotation(experiment(StopTime = 0.7));
end ExpressionOfNewDiscrete;
//: x = 30 +- 1e-12
