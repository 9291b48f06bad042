// 8.5: after the jump x = -1 the relation x > 0 is false without a crossing; true again when x passes 0, at 1.5.
model RelationAfterJump
  Real x(start = 0.5, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = if x > 0 then 1 else 0;
  when time >= 0.5 then
    reinit(x, -1);
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end RelationAfterJump;
//: y = 1 +- 1e-7
//: x = 0.5 +- 1e-7
