// Thrown off the surface at t = 1 to x = 0.5, back on it at 1.5.
model ReinitWhileSliding
  Real x(start = 0.25, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
  der(z) = if x > 0 then 1 else 0;
  when time >= 1 then
    reinit(x, 0.5);
  end when;
  annotation(experiment(StopTime = 2));
end ReinitWhileSliding;
//: methods auto dop853 radau taylor gauss6
//: run --at-sliding filippov
//: x = 0 +- 1e-9
//: z = 1.375 +- 1e-8
