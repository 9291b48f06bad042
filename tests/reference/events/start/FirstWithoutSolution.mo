// 8.6: y = pre(y) and y = pre(y) + 1 (enabled by initial()) have no solution.
model FirstWithoutSolution
  discrete Real y;
equation
  when {initial(), sample(1, 1)} then
    y = pre(y) + 1;
  end when;
initial equation
  y = pre(y);
  annotation(experiment(StopTime = 2));
end FirstWithoutSolution;
//: exit 1
//: says y = pre(y) does not hold at the start
