// 8.5: w integrates the force, so the impulse m (-2 - 3) of a prescribed position with a kink would have to be in it. No equation says
// so: the run ends there.
model PrescribedKinkIntegrated
  parameter Real m = 2;
  Real x, v, f, w(start = 1, fixed = true);
equation
  x = if time < 1 then 3*time else 3 - 2*(time - 1);
  der(x) = v;
  m*der(v) = f - 4*v;
  der(w) = f;
  annotation(experiment(StopTime = 2));
end PrescribedKinkIntegrated;
//: exit 3
//: says v would have to jump from 3 to -2
//: end = 1 +- 1e-9
