// 4.5: a variable that is declared discrete gets its values in a when.
model DiscreteWithoutWhen
  discrete Real d;
equation
  d = 2*time;
  annotation(experiment(StopTime = 1));
end DiscreteWithoutWhen;
//: exit 1
