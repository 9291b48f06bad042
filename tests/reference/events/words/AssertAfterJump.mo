// 8.3.7: a reinit violates the assertion at its own instant.
model AssertAfterJump
  Real x(start=0,fixed=true);
equation
  der(x)=1;
  when x > 0.5 then reinit(x, 2); end when;
  assert(x < 1.9, "x is " + String(x));
  annotation(experiment(StopTime=2));
end AssertAfterJump;
//: exit 3
//: says x is 2
//: end = 0.5 +- 1e-9
