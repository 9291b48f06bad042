// Rows of a model without states, at the times of its events.
model NoStates
  Integer k = if time < 0.3 then 1 elseif time < 0.6 then 2 else 3;
  annotation(experiment(StopTime = 1));
end NoStates;
//: at 0.3 before k = 1
//: at 0.3 after k = 2
//: at 0.6 before k = 2
//: at 0.6 after k = 3
//: k = 3
//: run --points 2
//: run --every 0.1
