// 8.5: an ideal diode (off: i = 0, on: v = 0) in series with R = 1, u = sin t: it conducts in (0, pi) and (2 pi, 3 pi), with a charge
// of 2 in each.
model DiodeRectifier
  Real u = sin(time), i, v, s, q(start = 0, fixed = true);
  Boolean off = s < 0;
equation
  u = v + i;
  v = if off then s else 0;
  i = if off then 0 else s;
  der(q) = i;
  annotation(experiment(StopTime = 10, Tolerance = 1e-10));
end DiodeRectifier;
//: q = 4 +- 1e-6
//: off = 1
//: i = 0
