// 8.6: b = not pre(b) has no value that stays.
model BooleanOscillates
  Boolean b(start = false, fixed = true);
equation
  b = not pre(b);
  annotation(experiment(StopTime = 1));
end BooleanOscillates;
//: exit fails
