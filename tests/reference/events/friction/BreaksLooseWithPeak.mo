// 8.5: the sticking friction is 3, the sliding one 2: loose at 0.75 where der(w) jumps from 0 to 1; w = 2 (t^2 - 0.75^2) - 2 (t - 0.75).
model BreaksLooseWithPeak
  parameter Real f0 = 2, fmax = 3;
  Real w(start = 0, fixed = true), f, load = 4*time;
  Integer mode(start = 0, fixed = true);
equation
  der(w) = load - f;
  if mode == 0 then
    der(w) = 0;
  else
    f = f0*mode;
  end if;
  when pre(mode) == 0 and f > fmax then
    mode = 1;
  elsewhen pre(mode) == 0 and f < -fmax then
    mode = -1;
  elsewhen pre(mode) == 1 and w < 0 or pre(mode) == -1 and w > 0 then
    mode = 0;
  end when;
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end BreaksLooseWithPeak;
//: w = 4.375 +- 1e-6
//: mode = 1
