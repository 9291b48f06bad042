// 8.6: pre(d) = 2 (fixed), d = pre(d) (inactive when) and d = 3 contradict each other.
model InitialConflictWithFixed
  discrete Real d(start = 2, fixed = true);
initial equation
  d = 3;
equation
  when time > 0.5 then
    d = pre(d) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end InitialConflictWithFixed;
//: exit 1
