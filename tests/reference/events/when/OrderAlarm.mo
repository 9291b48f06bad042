// 8.4: open falls in the instant in which n reaches 3, so n >= 3 and open is never true: no alarm.
model OrderAlarm
  Integer n(start = 0, fixed = true);
  Boolean open(start = true, fixed = true), alarm(start = false, fixed = true);
equation
  when n >= 3 and open then
    alarm = true;
  end when;
  when n >= 3 then
    open = false;
  end when;
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 0.65));
end OrderAlarm;
//: alarm = 0
//: open = 0
//: n = 6
