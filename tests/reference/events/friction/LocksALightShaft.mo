// Appendix B: relations, mode and acceleration of a mixed system are found together. Backward, s is beyond the friction forward, and
// forward beyond it backward: taken in turn, the relations go round and never come to the locked mode, in which all of them agree.
// 0.01 der(w) = 1 + 4 t + 2 until w = 0 at (sqrt(9.24) - 3)/4 = 0.0099; locked with f = 1 + 4 t until that is 2 at 0.25; then w =
// 200 (t - 0.25)^2.
model LocksALightShaft
  parameter Real J = 0.01, f0 = 2, small = 1e10 "no jumps of w";
  Real w(start = -3, fixed = true), a, s, f, load = 1 + 4*time;
  Boolean forward(start = false, fixed = true), backward(start = false, fixed = true), locked;
  Integer mode(start = -1, fixed = true) "1 forward, -1 backward, 0 stuck";
equation
  der(w) = a;
  J*a = load - f;
  forward = pre(mode) == 0 and (s > f0 or pre(forward) and s > f0) or pre(mode) == -1 and w > small;
  backward = pre(mode) == 0 and (s < -f0 or pre(backward) and s < -f0) or pre(mode) == 1 and w < -small;
  locked = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
  a = if locked then 0 elseif forward then s - f0 elseif backward then s + f0 elseif pre(mode) == 1 then s - f0 else s + f0;
  f = if locked then s elseif forward then f0 elseif backward then -f0 elseif pre(mode) == 1 then f0 else -f0;
  mode = if (pre(mode) == 1 or forward) and w > 0 then 1 elseif (pre(mode) == -1 or backward) and w < 0 then -1 else 0;
  annotation(experiment(StopTime = 0.5, Tolerance = 1e-9));
end LocksALightShaft;
//: run --every 0.1
//: at 0.1 w = 0 +- 1e-9
//: at 0.1 f = 1.4 +- 1e-9
//: at 0.1 locked = 1
//: at 0.2 f = 1.8 +- 1e-9
//: w = 12.5 +- 1e-6
//: f = 2
//: mode = 1
