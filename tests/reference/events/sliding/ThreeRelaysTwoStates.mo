// Three surfaces meet where two states are zero: x and y are determined there, the three weights are not. What does not depend on them is
// found, whichever two of them are taken.
model ThreeRelaysTwoStates
  Real x(start = 1, fixed = true), y(start = 0.5, fixed = true);
equation
  der(x) = (if x > 0 then -1 else 1) + 0.5*(if x + y > 0 then -1 else 1);
  der(y) = (if y > 0 then -1 else 1) + 0.5*(if x + y > 0 then -1 else 1);
  annotation(experiment(StopTime = 3));
end ThreeRelaysTwoStates;
//: never says internal
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov
//: x = 0 +- 1e-10
//: y = 0 +- 1e-10
