// 8.4: y is a state, then given by a nonlinear equation, then a multiple of another state, then constant; its derivative has a value in every mode.
model DerivativeColumnOfAlgebraic
  Real x(start = 1, fixed = true), y(start = 0.5, fixed = true), q(start = 0, fixed = true);
  Integer k(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true);
equation
  der(x) = -x/2;
  der(q) = y;
  if k == 0 then
    der(y) = 2*x;
  elseif k == 1 then
    y + y^3/10 = x + d;
  elseif k == 2 then
    y = 3*x + d;
  else
    y = d;
  end if;
  when sample(0.25, 0.25) then
    k = pre(k) + 1;
    d = if k == 1 then pre(y) + pre(y)^3/10 - x elseif k == 2 then pre(y) - 3*x else pre(y);
  end when;
  annotation(experiment(StopTime = 0.9, Tolerance = 1e-9));
end DerivativeColumnOfAlgebraic;
// x = exp(-t/2); y = 0.5 + 4*(1 - x) up to 0.25; then der(y) = der(x)/(1 + 3*y^2/10)
//: at 0.25 before der(y) = 1.7649938051691907 +- 1e-7
//: at 0.25 after der(y) = -0.344113150858 +- 1e-7
//: at 0.5 after der(y) = -1.1682011746071075 +- 1e-7
//: at 0.75 before der(y) = -1.030933918186458 +- 1e-7
//: at 0.75 after der(y) = 0
//: y = 0.6131131616 +- 1e-7
//: run
//: run --every 0.25
