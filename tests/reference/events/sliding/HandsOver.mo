// x = 0 is slid along from t = 1 to 1.5, where y = 0 makes x > 0 decide nothing; on y = 0, x does not move: der(x) = der(y).
model HandsOver
  Real x(start = 1, fixed = true), y(start = 1.5, fixed = true);
equation
  der(x) = if x > 0 and y > 0 then -1 else 1;
  der(y) = if x > 0 and y > 0 then -1 elseif y > 0 then -1 else 1;
  annotation(experiment(StopTime = 3));
end HandsOver;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov
//: says leaves x > 0
//: x = 0 +- 1e-9
//: y = 0 +- 1e-9
