// x'' = -sign(x): the rate of x does not depend on the side, so that nothing slides; from (0, 1) x = t - t^2/2, with period 4.
model NoSlidingOrderTwo
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  der(x) = v;
  der(v) = if x > 0 then -1 else 1;
  annotation(experiment(StopTime = 21));
end NoSlidingOrderTwo;
//: methods auto dop853 radau taylor gauss6
//: never says slides
//: run --rtol 1e-10
//: x = 0.5 +- 1e-8
//: v = 0 +- 1e-8
//: run --at-sliding filippov --rtol 1e-10
//: x = 0.5 +- 1e-8
//: v = 0 +- 1e-8
