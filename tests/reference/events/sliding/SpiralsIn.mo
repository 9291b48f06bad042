// Both surfaces lead on to each other, and the solution comes to x = y = 0 by ever shorter turns: (1, 0), (0, -1/3), (-1/9, 0), ... each
// takes a third of the time of the last: 1/3 + 1/9 + ... = 1/2. From there on both are slid along, sx = sy = 0; z = t - 1/2.
model SpiralsIn
  Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
  Real sx = if x > 0 then 1 else -1;
  Real sy = if y > 0 then 1 else -1;
equation
  der(x) = -sx + 2*sy;
  der(y) = -sy - 2*sx;
  der(z) = 1 + sx;
  annotation(experiment(StopTime = 1));
end SpiralsIn;
//: never says internal
//: run --max-steps 20000
//: exit 3
//: run --at-sliding filippov --rtol 1e-10
//: says pile up before t = 0.5
//: z = 1.2 +- 1e-8
//: x = 0 +- 1e-9
//: y = 0 +- 1e-9
