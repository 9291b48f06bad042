// 8.5: friction as libraries write it: s parametrises the characteristic, mode and acceleration are found together. w = 10 - 2 t,
// then locked for ever; phi = 25.
model BrakeStops
  parameter Real f0 = 2, peak = 1, small = 1e10 "no jumps of w";
  Real phi(start = 0, fixed = true), w(start = 10, fixed = true), a, s, f;
  Boolean forward, backward, locked;
  Integer mode(start = 2, fixed = true) "1 forward, -1 backward, 0 stuck, 2 not yet known";
equation
  der(phi) = w;
  der(w) = a;
  a = -f;
  forward = pre(mode) == 0 and (s > peak*f0 or pre(forward) and s > f0) or pre(mode) == -1 and w > small or initial() and w > 0;
  backward = pre(mode) == 0 and (s < -peak*f0 or pre(backward) and s < -f0) or pre(mode) == 1 and w < -small or initial() and w < 0;
  locked = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
  a = if locked then 0 elseif forward then s - peak*f0 elseif backward then s + peak*f0 elseif pre(mode) == 1 then s - peak*f0 else s + peak*f0;
  f = if locked then s elseif forward then f0 elseif backward then -f0 elseif pre(mode) == 1 then f0 else -f0;
  mode = if (pre(mode) == 1 or pre(mode) == 2 or forward) and w > 0 then 1 elseif (pre(mode) == -1 or pre(mode) == 2 or backward) and w < 0 then -1 else 0;
  annotation(experiment(StopTime = 8, Tolerance = 1e-9));
end BrakeStops;
//: w = 0 +- 1e-6
//: phi = 25 +- 1e-5
//: locked = 1
//: mode = 0
//: f = 0 +- 1e-9
