// 8.6: a threshold that follows from the initial state, and starts a when.
model ParameterOfThreshold
  parameter Real level(fixed = false);
  Real x(start = 3, fixed = true);
  discrete Real t(start = 0, fixed = true);
initial equation
  level = x/2;
equation
  der(x) = -1;
  when x < level then
    t = time;
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end ParameterOfThreshold;
//: t = 1.5 +- 1e-7
