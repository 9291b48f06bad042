// 8.5: stuck until the load 4 t passes the friction 2 at 0.5, then der(w) = 4 t - 2: w = 2 (t - 0.5)^2.
model BreaksLoose
  parameter Real f0 = 2, peak = 1, small = 1e10 "no jumps of w";
  Real w(start = 0, fixed = true), a, s, f, load = 4*time;
  Boolean forward(start = false, fixed = true), backward(start = false, fixed = true), locked;
  Integer mode(start = 0, fixed = true);
equation
  der(w) = a;
  a = load - f;
  forward = pre(mode) == 0 and (s > peak*f0 or pre(forward) and s > f0) or pre(mode) == -1 and w > small;
  backward = pre(mode) == 0 and (s < -peak*f0 or pre(backward) and s < -f0) or pre(mode) == 1 and w < -small;
  locked = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
  a = if locked then 0 elseif forward then s - f0 elseif backward then s + f0 elseif pre(mode) == 1 then s - f0 else s + f0;
  f = if locked then s elseif forward then f0 elseif backward then -f0 elseif pre(mode) == 1 then f0 else -f0;
  mode = if (pre(mode) == 1 or forward) and w > 0 then 1 elseif (pre(mode) == -1 or backward) and w < 0 then -1 else 0;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end BreaksLoose;
//: w = 4.5 +- 1e-6
//: mode = 1
//: locked = 0
