// 8.5: y is pushed by x = sin t with a gap of 0.5 on either side: engaged pi/6 - pi/2, pi - 3 pi/2, from 2 pi on.
model BacklashGap
  Real x = sin(time), y(start = 0, fixed = true), s(start = 0, fixed = true);
  Integer side(start = 0, fixed = true);
equation
  der(y) = if side == 0 then 0 else cos(time);
  der(s) = y;
  when x - y > 0.5 then
    side = 1;
  elsewhen x - y < -0.5 then
    side = -1;
  elsewhen pre(side) == 1 and cos(time) < 0 or pre(side) == -1 and cos(time) > 0 then
    side = 0;
  end when;
  annotation(experiment(StopTime = 7, Tolerance = 1e-11));
end BacklashGap;
//: run --stop 2
//: y = 0.5 +- 1e-7
//: side = 0
//: run --stop 4
//: y = -0.2568024953079282 +- 1e-6
//: side = -1
//: run --stop 7
//: y = 0.15698659871878906 +- 1e-6
//: side = 1
