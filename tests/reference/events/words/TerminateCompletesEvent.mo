// 8.3.8: the termination takes place after the event handling has been completed: m counts in the same instant.
model TerminateCompletesEvent
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    n = pre(n) + 1;
  end when;
  when n >= 3 then
    terminate("three");
  end when;
  when change(n) then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end TerminateCompletesEvent;
//: end = 0.3 +- 1e-12
//: n = 3
//: m = 3
//: says three
