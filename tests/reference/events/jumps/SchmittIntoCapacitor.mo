// 8.5: a capacitor at the output: the jump of y would take an impulse of its current, which the source of der(q) = i would have to
// deliver. The run ends at the kink, by its step size or by a constraint.
model SchmittIntoCapacitor
  parameter Real k = 1000, b = 0.5;
  Real v = time, y(start = 1), x, i, q(start = 0, fixed = true);
equation
  x = k*(b*y - v);
  y = noEvent(if x > 1 then 1 else if x < -1 then -1 else x);
  i = der(y);
  der(q) = i;
  annotation(experiment(StopTime = 1));
end SchmittIntoCapacitor;
//: exit stops
//: end = 0.499 +- 1e-6
//: never says jumps from
