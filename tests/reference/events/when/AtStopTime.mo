// 8.5: the event at the stop time happens.
model AtStopTime
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Real y = if time < 1 then 3 else 4;
equation
  der(x) = 1;
  when time >= 1 then
    n = 1;
  end when;
  annotation(experiment(StopTime = 1));
end AtStopTime;
//: n = 1
//: y = 4
//: at 1 before n = 0
//: at 1 after n = 1
