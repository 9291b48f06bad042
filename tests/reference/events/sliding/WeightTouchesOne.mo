// x' = cos(t) - sign(x): the weight (1 + cos t)/2 touches 1 at 2 pi and 4 pi, and the solution stays.
model WeightTouchesOne
  Real x(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = cos(time) - (if x > 0 then 1 else -1);
  der(z) = if x > 0 then 1 else 0;
  annotation(experiment(StopTime = 15));
end WeightTouchesOne;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov --rtol 1e-10
//: x = 0 +- 1e-8
//: z = 7.8251439200785583 +- 1e-8
