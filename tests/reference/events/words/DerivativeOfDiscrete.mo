// 3.7.4.2: der is for continuous expressions.
model DerivativeOfDiscrete
  Integer n(start = 0, fixed = true);
  Real x;
equation
  x = der(n);
  when time > 0.5 then
    n = 1;
  end when;
  annotation(experiment(StopTime = 1));
end DerivativeOfDiscrete;
//: exit 1
