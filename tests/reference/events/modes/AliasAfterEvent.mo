// 8.4: a is differentiated, so continuous; from 0.5 on der(b) is -a, but a does not take its left limit.
model AliasAfterEvent
  Real a(start = 3, fixed = true), b(start = 0, fixed = true);
equation
  der(a) = -2*a;
  der(b) = if time > 0.5 then -a else 7;
  annotation(experiment(StopTime = 1, Tolerance = 1e-10));
end AliasAfterEvent;
//: a = 0.4060058497098381 +- 1e-8
//: b = 3.1511837630977557 +- 1e-8
