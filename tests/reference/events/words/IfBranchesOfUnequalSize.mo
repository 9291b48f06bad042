// 8.3.4: the branches of an if with a condition that varies have the same number of equations.
model IfBranchesOfUnequalSize
  Real x, y;
equation
  if time > 0.5 then
    x = 1;
    y = 2;
  else
    x = 3;
  end if;
  annotation(experiment(StopTime = 1));
end IfBranchesOfUnequalSize;
//: exit 1
