// 8.5: a discrete equation with a relation of time, nothing else in the model.
model IntegerOfTime
  Integer x;
equation
  x = if time >= 1 then 1 else 0;
  annotation(experiment(StopTime = 2));
end IntegerOfTime;
//: run --every 0.5
//: at 0.5 x = 0
//: at 1 before x = 0
//: at 1 after x = 1
//: x = 1
