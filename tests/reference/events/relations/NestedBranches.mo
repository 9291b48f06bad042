// 8.3.4: an if in an if; all four combinations of two square waves: rates 1, 2, 3, 4 for a quarter each.
model NestedBranches
  Real x(start = 0, fixed = true);
  Boolean a = time < 0.5, b = time < 0.25 or time > 0.75;
equation
  if a then
    if b then
      der(x) = 1;
    else
      der(x) = 2;
    end if;
  elseif b then
    der(x) = 3;
  else
    der(x) = 4;
  end if;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end NestedBranches;
//: x = 2.5 +- 1e-8
