// Two surfaces at once: x' = -sign(x) + 0.4 sign(y), y' = -sign(y) - 0.4 sign(x), from (1, 0.5). x' = -0.6, y' = -1.4 until y = 0 at
// 5/14, x = 11/14; on y = 0 sign(y) = -0.4, x' = -1.16, until x = 0 at 5/14 + (11/14)/1.16; then both stay. z grows by 1 + sign(y) there.
model TwoRelays
  Real x(start = 1, fixed = true), y(start = 0.5, fixed = true), z(start = 0, fixed = true);
  Real sx = if x > 0 then 1 else -1;
  Real sy = if y > 0 then 1 else -1;
equation
  der(x) = -sx + 0.4*sy;
  der(y) = -sy - 0.4*sx;
  der(z) = sx + 3*sy;
  annotation(experiment(StopTime = 3));
end TwoRelays;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov --rtol 1e-10
//: x = 0 +- 1e-10
//: y = 0 +- 1e-10
//: z = 1.2931034482758621 +- 1e-8
