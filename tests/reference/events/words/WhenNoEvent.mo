// 8.3.5, 8.5: the condition of a when is a discrete-time expression.
model WhenNoEvent
  Real x(start = 0, fixed = true);
  Boolean closed(start = false, fixed = true);
equation
  der(x) = 1;
  when noEvent(x > 0.5) or x > 0.7 then
    closed = true;
  end when;
  annotation(experiment(StopTime = 1));
end WhenNoEvent;
//: exit 1
//: says noEvent
