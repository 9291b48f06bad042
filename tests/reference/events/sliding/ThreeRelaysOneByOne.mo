// Three relays, never more than two at once: z' follows the third.
model ThreeRelaysOneByOne
  Real x(start = 1, fixed = true), y(start = 0.5, fixed = true), z(start = 2, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
  der(y) = if y > 0 then -1 else 1;
  der(z) = (if z > 0 then -1 else 1) + 0.5*(if x > 0 then 1 else 0);
  annotation(experiment(StopTime = 4));
end ThreeRelaysOneByOne;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov --rtol 1e-10
//: x = 0 +- 1e-10
//: y = 0 +- 1e-10
//: z = 0 +- 1e-10
