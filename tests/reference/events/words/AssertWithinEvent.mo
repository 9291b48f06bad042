// 8.3.7, 8.6: values within an event iteration are none: x goes from 0.5 by 2 to 0.
model AssertWithinEvent
  Real x(start=0,fixed=true);
equation
  der(x)=1;
  when x > 0.5 then reinit(x, 2); end when;
  when x > 1 then reinit(x, 0); end when;
  assert(x < 1.9, "x is " + String(x));
  annotation(experiment(StopTime=2));
end AssertWithinEvent;
//: end = 2
//: events = 3
