// 8.5: a mass on a spring with a stiffer one beyond x = 0: x'' = -x, and -x - 3 x for x < 0, after a kick; the energy is kept.
// v = -1 at 0: back at 0 after pi/2 with v = 1, then at x = sin(t - pi/2).
model SpringWithStop
  Real x(start = 0, fixed = true), v(start = -1, fixed = true), F = if x < 0 then -3*x else 0;
equation
  der(x) = v;
  der(v) = -x + F;
  annotation(experiment(StopTime = 2.5, Tolerance = 1e-10));
end SpringWithStop;
//: x = 0.8011436155469337 +- 1e-7
//: v = 0.5984721441039564 +- 1e-7
