// x''' = -4 sign(x'' + 2 x' + x) from (1, 0, 0): reaches the surface where 1 - 4 t - 4 t^2 - 2/3 t^3 = 0, t = 0.2060746742756485, and
// slides with x'' + 2 x' + x = 0.
model RelayOrderThree
  Real x1(start = 1, fixed = true), x2(start = 0, fixed = true), x3(start = 0, fixed = true);
  Real u = if x3 + 2*x2 + x1 > 0 then 4 else -4;
equation
  der(x1) = x2;
  der(x2) = x3;
  der(x3) = -u;
  annotation(experiment(StopTime = 3));
end RelayOrderThree;
//: methods auto dop853 radau taylor gauss6
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov --rtol 1e-10
//: x1 = 0.2162423463928807 +- 1e-8
//: x2 = -0.1606149831296931 +- 1e-8
//: x3 = 0.1049876198665055 +- 1e-8
