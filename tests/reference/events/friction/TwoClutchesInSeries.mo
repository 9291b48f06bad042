// Appendix B: two clutches with a light shaft between them, whose relations, modes and torques are found together. Torques 3 and 2
// accelerate the middle at 500 until it has the speed of the last shaft at 1/502; the second clutch cannot hold, as it would need 2.97,
// and slips the other way. At 1/502 + 501/(502*103) the first clutch locks (1.98 < 3), at 0.250252720 the second one: all turn with
// 0.99/2.01. A load of 4 (t - 2) on the last shaft lets the second clutch slip from 1.01/2.01 load = 2 on, at 2 + 2.01/2.02.
model TwoClutchesInSeries
  parameter Real J1 = 1, J2 = 0.01, J3 = 1, c1 = 3, c2 = 2, small = 1e10;
  Real w1(start = 1, fixed = true), w2(start = -1, fixed = true), w3(start = 0, fixed = true), load;
  Real r1, r2, a1, a2, s1, s2, f1, f2;
  Boolean forward1, backward1, locked1, forward2, backward2, locked2;
  Integer mode1(start = 2, fixed = true), mode2(start = 2, fixed = true);
equation
  load = if time < 2 then 0 else 4*(time - 2);
  J1*der(w1) = -f1;
  J2*der(w2) = f1 - f2;
  J3*der(w3) = f2 - load;
  r1 = w1 - w2;
  der(r1) = a1;
  forward1 = pre(mode1) == 0 and (s1 > c1 or pre(forward1) and s1 > c1) or pre(mode1) == -1 and r1 > small or initial() and r1 > 0;
  backward1 = pre(mode1) == 0 and (s1 < -c1 or pre(backward1) and s1 < -c1) or pre(mode1) == 1 and r1 < -small or initial() and r1 < 0;
  locked1 = not (pre(mode1) == 1 or forward1 or pre(mode1) == -1 or backward1);
  a1 = if locked1 then 0 elseif forward1 then s1 - c1 elseif backward1 then s1 + c1 elseif pre(mode1) == 1 then s1 - c1 else s1 + c1;
  f1 = if locked1 then s1 elseif forward1 then c1 elseif backward1 then -c1 elseif pre(mode1) == 1 then c1 else -c1;
  mode1 = if (pre(mode1) == 1 or pre(mode1) == 2 or forward1) and r1 > 0 then 1 elseif (pre(mode1) == -1 or pre(mode1) == 2 or backward1) and r1 < 0 then -1 else 0;
  r2 = w2 - w3;
  der(r2) = a2;
  forward2 = pre(mode2) == 0 and (s2 > c2 or pre(forward2) and s2 > c2) or pre(mode2) == -1 and r2 > small or initial() and r2 > 0;
  backward2 = pre(mode2) == 0 and (s2 < -c2 or pre(backward2) and s2 < -c2) or pre(mode2) == 1 and r2 < -small or initial() and r2 < 0;
  locked2 = not (pre(mode2) == 1 or forward2 or pre(mode2) == -1 or backward2);
  a2 = if locked2 then 0 elseif forward2 then s2 - c2 elseif backward2 then s2 + c2 elseif pre(mode2) == 1 then s2 - c2 else s2 + c2;
  f2 = if locked2 then s2 elseif forward2 then c2 elseif backward2 then -c2 elseif pre(mode2) == 1 then c2 else -c2;
  mode2 = if (pre(mode2) == 1 or pre(mode2) == 2 or forward2) and r2 > 0 then 1 elseif (pre(mode2) == -1 or pre(mode2) == 2 or backward2) and r2 < 0 then -1 else 0;
  annotation(experiment(StopTime = 3.5, Tolerance = 1e-9));
end TwoClutchesInSeries;
//: run --every 0.25
//: at 0.25 locked1 = 1
//: at 0.25 locked2 = 0
//: at 0.25 f1 = 1.98019801980198 +- 1e-9
//: at 0.25 f2 = 2 +- 1e-9
//: at 0.25 w1 = 0.493037749990138 +- 1e-7
//: at 0.25 w2 = 0.493037749990138 +- 1e-7
//: at 0.25 w3 = 0.49203187250996 +- 1e-7
//: at 1 locked1 = 1
//: at 1 locked2 = 1
//: at 1 f1 = 0 +- 1e-7
//: at 1 w1 = 0.492537313432836 +- 1e-7
//: at 1 w3 = 0.492537313432836 +- 1e-7
//: w1 = -1.49256218661618 +- 1e-6
//: w2 = -1.49256218661618 +- 1e-6
//: w3 = -2.00251219151766 +- 1e-6
//: locked1 = 1
//: locked2 = 0
