// 8.5: the event moves an operand of the relation: at the tick the threshold falls below x, and b is true without a crossing.
model ThresholdMoves
  Real x(start = 0, fixed = true);
  discrete Real level(start = 5, fixed = true), t(start = 0, fixed = true);
  Boolean b = x > level;
equation
  der(x) = 1;
  when sample(0.5, 5) then
    level = 0.2;
  end when;
  when b then
    t = time;
  end when;
  annotation(experiment(StopTime = 1));
end ThresholdMoves;
//: b = 1
//: t = 0.5 +- 1e-12
