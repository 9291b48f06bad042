// 8.5: a threshold that jumps ahead of x each time it is reached: at 0.2, 0.4, 0.8; then it is 1.6.
model ThresholdMovesAway
  Real x(start = 0, fixed = true);
  discrete Real level(start = 0.2, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > pre(level) then
    level = 2*pre(level);
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.5, Tolerance = 1e-9));
end ThresholdMovesAway;
//: n = 3
//: level = 1.6 +- 1e-12
