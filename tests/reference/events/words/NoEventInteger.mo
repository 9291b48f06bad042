// 3.8, 8.5: an Integer too.
model NoEventInteger
  Integer k;
equation
  k = if noEvent(time > 0.5) then 2 else 1;
  annotation(experiment(StopTime = 1));
end NoEventInteger;
//: exit 1
