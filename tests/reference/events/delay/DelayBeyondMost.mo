// 3.7.4.1: 0 <= delayTime <= delayMax is to hold: a longer one ends the run, with both numbers.
model DelayBeyondMost
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 0.5 + time, 1);
  annotation(experiment(StopTime = 3));
end DelayBeyondMost;
//: exit 3
//: says not between 0 and its longest delay time 1
