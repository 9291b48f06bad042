// 8.5: Booleans of relations of time and of each other, written backward. w is true in (0.2, 0.7) without (0.4, 0.5).
model BooleanOfSeveral
  Boolean w, inside, hole;
  Real x(start = 0, fixed = true);
equation
  der(x) = if w then 1 else 0;
  w = inside and not hole;
  hole = time > 0.4 and time < 0.5;
  inside = time > 0.2 and time < 0.7;
  annotation(experiment(StopTime = 1));
end BooleanOfSeveral;
//: x = 0.4 +- 1e-8
