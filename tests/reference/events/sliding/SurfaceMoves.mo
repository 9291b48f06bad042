// Slides along x = sin(time) from where 1 - 2 t = sin t; z grows by the weight (2 - cos t)/4.
model SurfaceMoves
  Real x(start = 1, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = if x - sin(time) > 0 then -2 else 2;
  der(z) = if x - sin(time) > 0 then 1 else 0;
  annotation(experiment(StopTime = 4));
end SurfaceMoves;
//: methods auto dop853 radau taylor gauss6
//: run
//: exit 3
//: says number 0.335418 +- 1e-5
//: says --at-sliding filippov
//: run --at-sliding filippov --rtol 1e-10
//: x = -0.7568024953079283 +- 1e-8
//: z = 2.4392006238269821 +- 1e-8
