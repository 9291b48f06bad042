// Constant friction: sticks until x = 1 at t = 2; then the oscillation x = 1 + 0.5 sin(t - 2) touches the speed of the belt once in every
// period, where it may stick for no time.
model BeltConstant
  Real x(start = 0, fixed = true), v(start = 0.5, fixed = true);
equation
  der(x) = v;
  der(v) = -x + (if v < 0.5 then 1 else -1);
  annotation(experiment(StopTime = 20));
end BeltConstant;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov --rtol 1e-10
//: x = 0.6245063766141619 +- 1e-8
//: v = 0.3301583541220401 +- 1e-8
