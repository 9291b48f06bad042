// 8.3.6: a state jumps by reinit only; the message says so.
model WhenAssignsState
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time > 0.5 then
    x = 1;
  end when;
  annotation(experiment(StopTime = 1));
end WhenAssignsState;
//: exit 1
//: says reinit
