// A block (1 kg) on a block (2 kg) on the ground; friction 2 between them, 3 with the ground; the lower one is thrown with 6. Lower:
// v1' = -(3 + 2)/2 = -2.5, upper: v2' = 2, until both have v = 8/3 at t = 4/3; then together v' = -1 (2 >= 1 is friction enough) until
// t = 4. x1 = 6 t - 1.25 t^2 = 52/9 at 4/3, then + (8/3)^2/2 = 32/9: 84/9; x2 = t^2 = 16/9, then 48/9. From 4 on both surfaces hold.
model StackedBlocks
  Real x1(start = 0, fixed = true), v1(start = 6, fixed = true);
  Real x2(start = 0, fixed = true), v2(start = 0, fixed = true);
  Real ground = if v1 > 0 then 3 else -3;
  Real between = if v1 - v2 > 0 then 2 else -2;
equation
  der(x1) = v1;
  der(x2) = v2;
  2*der(v1) = -ground - between;
  der(v2) = between;
  annotation(experiment(StopTime = 6));
end StackedBlocks;
//: methods auto dop853 radau taylor gauss6
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov --rtol 1e-10 --every 0.5
//: x1 = 9.3333333333333333 +- 1e-8
//: x2 = 5.3333333333333333 +- 1e-8
//: v1 = 0 +- 1e-9
//: v2 = 0 +- 1e-9
//: at 2 between = -1 +- 1e-8
//: at 5 between = 0 +- 1e-8
//: at 5 ground = 0 +- 1e-8
