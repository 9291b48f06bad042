// A mass on a belt of speed 0.5, held by a spring; friction 1 - 0.2 (0.5 - v). It sticks until x = 1, slips for 5.2667194026 (the first
// return of v = 0.5 of a damped oscillation with negative damping) and sticks again for 1.4701177892: period 6.7368371918. Seven of them.
model BeltFalling
  Real x(start = 0, fixed = true), v(start = 0.5, fixed = true), f;
equation
  f = if v < 0.5 then 1 - 0.2*(0.5 - v) else -1 + 0.2*(v - 0.5);
  der(x) = v;
  der(v) = -x + f;
  annotation(experiment(StopTime = 50));
end BeltFalling;
//: methods auto dop853 radau taylor gauss6
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov --rtol 1e-11
//: x = 1.3709673005111850 +- 1e-8
//: v = 0.3232645006957350 +- 1e-8
//: at 2 after x = 1 +- 1e-8
//: at 8.7368371917651350 after x = 1 +- 1e-8
//: at 49.157860342355945 after x = 1 +- 1e-8
