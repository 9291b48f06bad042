// From x = y = 0, where both surfaces hold only together: sx = sy = 0.
model SpiralCentre
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
  Real sx = if x > 0 then 1 else -1;
  Real sy = if y > 0 then 1 else -1;
equation
  der(x) = -sx + 2*sy;
  der(y) = -sy - 2*sx;
  der(z) = 1 + sx + 3*sy;
  annotation(experiment(StopTime = 1));
end SpiralCentre;
//: methods auto dop853 radau taylor gauss6
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov
//: x = 0 +- 1e-10
//: y = 0 +- 1e-10
//: z = 1 +- 1e-9
