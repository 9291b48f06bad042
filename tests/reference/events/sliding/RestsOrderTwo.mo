// x'' = -sign(x) from (0, 0): |x| + v^2/2 stays 0, so that x does. The surface holds the weight in its second derivative only.
model RestsOrderTwo
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = if x > 0 then -1 else 1;
  annotation(experiment(StopTime = 2));
end RestsOrderTwo;
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov
//: x = 0 +- 1e-12
//: v = 0 +- 1e-12
