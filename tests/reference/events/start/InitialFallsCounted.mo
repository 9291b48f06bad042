// 3.7.5, 8.5: i falls after the initialisation, which is an event for 'when change(i)'.
model InitialFallsCounted
  Boolean i(start = true, fixed = true);
  Integer falls(start = 0, fixed = true), changes(start = 0, fixed = true);
equation
  i = initial();
  when not i then
    falls = pre(falls) + 1;
  end when;
  when change(i) then
    changes = pre(changes) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end InitialFallsCounted;
//: falls = 1
//: changes = 1
//: i = 0
