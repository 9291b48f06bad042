// 3.8, 8.5: a Boolean needs a discrete-time expression.
model NoEventBoolean
  Real x(start = 0, fixed = true);
  Boolean b = noEvent(x > 0.5);
equation
  der(x) = if b then 1 else 2;
  annotation(experiment(StopTime = 1));
end NoEventBoolean;
//: exit 1
//: says noEvent
