// 8.6: a = not b and b = a have no solution.
model BooleanLoopWithoutSolution
  Boolean a, b;
equation
  a = not b;
  b = a;
  annotation(experiment(StopTime = 1));
end BooleanLoopWithoutSolution;
//: exit fails
