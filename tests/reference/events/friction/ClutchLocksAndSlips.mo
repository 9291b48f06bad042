// 8.5: J1 = 1, J2 = 3, clutch torque 3: w1 = 8 - 3 t, w2 = t meet at 2; locked at 2 until the motor gives 6 from t = 4: locked it would
// carry 4.5 > 3, so it slips: der(w1) = 3, der(w2) = 1.
model ClutchLocksAndSlips
  parameter Real J1 = 1, J2 = 3, f0 = 3, small = 1e10 "no jumps of w";
  Real w1(start = 8, fixed = true), w2(start = 0, fixed = true), w, a, s, f, motor = if time < 4 then 0 else 6;
  Boolean forward(start = false, fixed = true), backward(start = false, fixed = true), locked;
  Integer mode(start = 1, fixed = true);
equation
  J1*der(w1) = motor - f;
  J2*der(w2) = f;
  w = w1 - w2;
  a = der(w1) - der(w2);
  forward = pre(mode) == 0 and (s > f0 or pre(forward) and s > f0) or pre(mode) == -1 and w > small;
  backward = pre(mode) == 0 and (s < -f0 or pre(backward) and s < -f0) or pre(mode) == 1 and w < -small;
  locked = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
  a = if locked then 0 elseif forward then s - f0 elseif backward then s + f0 elseif pre(mode) == 1 then s - f0 else s + f0;
  f = if locked then s elseif forward then f0 elseif backward then -f0 elseif pre(mode) == 1 then f0 else -f0;
  mode = if (pre(mode) == 1 or forward) and w > 0 then 1 elseif (pre(mode) == -1 or backward) and w < 0 then -1 else 0;
  annotation(experiment(StopTime = 5, Tolerance = 1e-9));
end ClutchLocksAndSlips;
//: run --stop 3
//: w1 = 2 +- 1e-6
//: w2 = 2 +- 1e-6
//: locked = 1
//: run --stop 5
//: w1 = 5 +- 1e-5
//: w2 = 3 +- 1e-5
//: mode = 1
