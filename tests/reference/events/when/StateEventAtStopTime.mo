// 8.5: x = t/2 reaches 0.5 exactly at the stop time, by >=.
model StateEventAtStopTime
  Real x = time/2;
  Integer n(start = 0, fixed = true);
equation
  when x >= 0.5 then
    n = 1;
  end when;
  annotation(experiment(StopTime = 1));
end StateEventAtStopTime;
//: n = 1
