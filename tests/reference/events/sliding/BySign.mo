// Friction by sign(v): v = 1 - t, then rest; x = 0.5.
model BySign
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  der(x) = v;
  der(v) = -sign(v);
  annotation(experiment(StopTime = 2));
end BySign;
//: methods auto dop853 radau taylor gauss6
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov --rtol 1e-9
//: v = 0 +- 1e-10
//: x = 0.5 +- 1e-8
