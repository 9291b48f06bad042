// 8.6: the initialisation uses all equations: n = 5 holds, n = 4 cannot.
model InitialConflictWithEquation
  Integer n;
initial equation
  n = 4;
equation
  n = if time < 0.5 then 5 else 6;
  annotation(experiment(StopTime = 1));
end InitialConflictWithEquation;
//: exit 1
