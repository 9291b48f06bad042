// 8.5: u limited to 1: x' = min(u, 1) with u = 2 sin t as an if with events. Limited from pi/6 to 5 pi/6.
model SaturatedIntegrator
  Real u = 2*sin(time), x(start = 0, fixed = true);
equation
  der(x) = if u > 1 then 1 elseif u < -1 then -1 else u;
  annotation(experiment(StopTime = 3, Tolerance = 1e-10));
end SaturatedIntegrator;
//: x = 2.6102784804563317 +- 1e-7
