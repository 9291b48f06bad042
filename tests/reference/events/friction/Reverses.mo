// 8.5: load -3 against friction 1: forward with -4 from w = 1, zero at 0.25, and at once backward with -2, through 'stuck' in the
// same instant.
model Reverses
  parameter Real f0 = 1, small = 1e10 "no jumps of w";
  Real w(start = 1, fixed = true), a, s, f;
  Boolean forward(start = false, fixed = true), backward(start = false, fixed = true), locked;
  Integer mode(start = 1, fixed = true);
equation
  der(w) = a;
  a = -3 - f;
  forward = pre(mode) == 0 and (s > f0 or pre(forward) and s > f0) or pre(mode) == -1 and w > small;
  backward = pre(mode) == 0 and (s < -f0 or pre(backward) and s < -f0) or pre(mode) == 1 and w < -small;
  locked = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
  a = if locked then 0 elseif forward then s - f0 elseif backward then s + f0 elseif pre(mode) == 1 then s - f0 else s + f0;
  f = if locked then s elseif forward then f0 elseif backward then -f0 elseif pre(mode) == 1 then f0 else -f0;
  mode = if (pre(mode) == 1 or forward) and w > 0 then 1 elseif (pre(mode) == -1 or backward) and w < 0 then -1 else 0;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end Reverses;
//: w = -1.5 +- 1e-6
//: mode = -1
