// 8.5: a prescribed position with a kink at 1. v follows it from 3 to -2 by an impulse of f that meets
// nothing else; der(w) = -w v gives w = exp(-x), x(2) = 1.
model PrescribedKink
  parameter Real m = 2;
  Real x, v, f, r, w(start = 1, fixed = true);
equation
  r = if time < 1 then 3*time else 3 - 2*(time - 1);
  x = r;
  der(x) = v;
  m*der(v) = f - 4*v;
  der(w) = -w*v;
  annotation(experiment(StopTime = 2, Tolerance = 1e-10));
end PrescribedKink;
//: says v jumps from 3 to -2: constraints alone give it
//: at 1 before v = 3 +- 1e-12
//: at 1 after v = -2 +- 1e-12
//: at 1 before f = 12 +- 1e-10
//: at 1 after f = -8 +- 1e-10
//: x = 1 +- 1e-12
//: f = -8 +- 1e-10
//: w = 0.36787944117144233 +- 1e-8
//: events = 1
