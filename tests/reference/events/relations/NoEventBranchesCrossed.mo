// 8.3.4: branches are matched by unknowns, not by place: y = 2, x = 1, then x = 5, y = 7.
model NoEventBranchesCrossed
  Real x, y, s(start = 0, fixed = true);
equation
  if noEvent(time < 0.5) then
    y = 2;
    x = 1;
  else
    x = 5;
    y = 7;
  end if;
  der(s) = x*y;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end NoEventBranchesCrossed;
// 0.5*2 + 0.5*35
//: s = 18.5 +- 1e-5
//: x = 5
//: y = 7
