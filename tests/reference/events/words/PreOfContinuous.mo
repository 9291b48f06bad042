// 3.7.5: pre is for discrete-time expressions; of a continuous variable in when clauses only.
model PreOfContinuous
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = pre(x);
  annotation(experiment(StopTime = 1));
end PreOfContinuous;
//: exit 1
