// 8.4: in the second mode two derivatives are names of states in a chain: der(x) = y, der(y) = z.
model AliasChain
  Real x(start = 1, fixed = true), y(start = 2, fixed = true), z(start = 3, fixed = true);
  Boolean chained = time > 1;
equation
  der(x) = if chained then y else -1;
  der(y) = if chained then z else 0;
  der(z) = 0;
  annotation(experiment(StopTime = 2, Tolerance = 1e-10));
end AliasChain;
// at 1: 0, 2, 3; at 2: 0 + 2 + 1.5, 5, 3
//: x = 3.5 +- 1e-8
//: y = 5 +- 1e-8
//: z = 3 +- 1e-12
