model StickSlipBelt "A block on a running belt, held by a spring: sticks (its speed is a constraint), breaks loose, is caught again"
  parameter Real belt = 0.5 "speed", stick = 1 "largest friction at rest", slip = 0.6 "friction in motion";
  Real x(start = 0, fixed = true), v(start = 0.5), f;
  Boolean stuck(start = true, fixed = true);
equation
  der(x) = v;
  der(v) = f - x;
  if stuck then
    v = belt;
  else
    f = slip;
  end if;
  when f > stick then
    stuck = false;
  elsewhen v >= belt then
    stuck = true;
  end when;
end StickSlipBelt;
// Sticks from x = 0 to x = 1 (t = 2), slips for 2 pi - 2 atan(0.8) as 0.6 + 0.4 cos + 0.5 sin, sticks from 0.2 to 1 for 1.6
// units of time, and so on periodically. The end is in the second slip.
//: --rtol 1e-10 --stop 10
//: x = 1.13899629821738 +- 1e-8
//: v = -0.345663117077826 +- 1e-8
//: dof = 1
