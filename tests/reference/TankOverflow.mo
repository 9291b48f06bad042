model TankOverflow "A tank runs over: at the brim its level is a constraint and the overflow the unknown"
  parameter Real brim = 1.5, k = 1 "of the outlet";
  Real h(start = 0, fixed = true) "level", over "overflow", lost(start = 0, fixed = true);
  Real s(start = -1) "below zero: level under the brim; above: overflow";
equation
  der(h) = 2 + 2*sin(time) - k*h - over;
  h = if s < 0 then brim + s else brim;
  over = if s < 0 then 0 else s;
  der(lost) = over;
end TankOverflow;
// h = 2 + sin t - cos t - exp(-t) up to the brim (bisection); the overflow 1/2 + 2 sin t ends at pi + asin(1/4); then
// h = 2 + sin t - cos t + c exp(-t), and the brim a second time.
//: --rtol 1e-10 --stop 8
//: h = 1.5 +- 1e-9
//: lost = 7.4163521409674 +- 1e-8
//: dof = 2
//: events = 3
