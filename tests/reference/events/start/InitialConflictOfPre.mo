// 8.6: pre(b) = false (fixed), a = pre(b), a = true: an initial equation that does not hold before pre is iterated.
model InitialConflictOfPre
  Boolean a, b(start = false, fixed = true);
initial equation
  a = true;
equation
  a = pre(b);
  b = time > 0.5;
  annotation(experiment(StopTime = 1));
end InitialConflictOfPre;
//: exit 1
