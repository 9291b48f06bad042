// 8.5: the same through a rigid rod and a lever, index 3: y = 2 x - 1, both velocities follow; a mass on a spring that hangs from x has
// its own velocity, which stays: der(der(q)) = x - q, q(0) = 0, der(q)(0) = 0, x = 3 t and then 3 - 2 (t - 1). Before 1 q = 3 (t - sin t).
// At 1 q and der(q) are 3 (1 - sin 1) and 3 (1 - cos 1); after it q = x - 3 sin(1) cos(t - 1) + (5 - 3 cos(1)) sin(t - 1).
model PrescribedKinkOfTwo
  Real x, v, y, u, f, g, q(start = 0, fixed = true), p(start = 0, fixed = true);
equation
  x = if time < 1 then 3*time else 5 - 2*time;
  y = 2*x - 1;
  der(x) = v;
  der(y) = u;
  der(v) = f - (x - q);
  3*der(u) = g - f;
  der(q) = p;
  der(p) = x - q;
  annotation(experiment(StopTime = 2, Tolerance = 1e-10));
end PrescribedKinkOfTwo;
//: at 1 after u = -4 +- 1e-12
//: at 1 after p = 1.3790930823955807 +- 1e-8
//: u = -4 +- 1e-12
//: q = 2.4794626435624374 +- 1e-8
