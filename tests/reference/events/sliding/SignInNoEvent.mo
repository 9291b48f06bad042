// A literal jump makes no events; it cannot be slid along, and the message says so.
model SignInNoEvent
  Real v(start = 1, fixed = true);
equation
  der(v) = noEvent(if v > 0 then -1 else 1);
  annotation(experiment(StopTime = 2));
end SignInNoEvent;
//: exit 3
//: says noEvent
//: run
//: run --at-sliding filippov
