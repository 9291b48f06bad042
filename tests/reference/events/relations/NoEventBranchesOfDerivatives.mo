// 8.3.4: the same with derivatives and one algebraic unknown in three branches.
model NoEventBranchesOfDerivatives
  Real a(start = 0, fixed = true), b(start = 0, fixed = true), c;
equation
  if noEvent(time < 0.25) then
    der(a) = 1;
    der(b) = 2;
    c = a + b;
  elseif noEvent(time < 0.5) then
    c = a - b;
    der(b) = 0;
    der(a) = 4;
  else
    der(b) = -2;
    c = 1;
    der(a) = 0;
  end if;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end NoEventBranchesOfDerivatives;
// a = 0.25 + 1, b = 0.5 - 1
//: a = 1.25 +- 1e-6
//: b = -0.5 +- 1e-6
//: c = 1
