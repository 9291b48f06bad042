// 8.3.7: what the event at the stop time brings about must fit the assertions.
model AssertAtStopTime
  Integer n = if time >= 1 then 2 else 0;
equation
  assert(n < 2, "n is " + String(n));
  annotation(experiment(StopTime=1));
end AssertAtStopTime;
//: exit 3
//: says n is 2
//: end = 1
