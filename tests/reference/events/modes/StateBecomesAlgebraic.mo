// 8.4: from 1 on x is held where it is by an algebraic equation (another index): x stays continuous, f jumps from 1 to 0.
model StateBecomesAlgebraic
  Real x(start = 0, fixed = true), f, y(start = 0, fixed = true);
  Boolean held = time >= 1;
equation
  der(x) = f;
  der(y) = x;
  if held then
    x = 1;
  else
    f = 1;
  end if;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end StateBecomesAlgebraic;
//: x = 1 +- 1e-9
//: f = 0 +- 1e-9
//: y = 1.5 +- 1e-7
