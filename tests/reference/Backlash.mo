model Backlash "Play in a gear: the driven part is pushed from below, pushed from above, or left alone"
  parameter Real b = 0.5 "half of the play";
  Real u = (3 - time/4)*sin(time), y(start = 0, fixed = true), z(start = 0, fixed = true), speed;
  Integer side(start = 0, fixed = true) "1: y = u - b, -1: y = u + b, 0: y rests";
equation
  der(y) = speed;
  der(z) = y;
  if side == 0 then
    speed = 0;
  else
    y = u - side*b;
  end if;
  when pre(side) == 0 and u - y > b then
    side = 1;
  elsewhen pre(side) == 0 and u - y < -b then
    side = -1;
  elsewhen pre(side) <> 0 and pre(side)*speed < 0 then
    side = 0;
  end when;
end Backlash;
// The play operator: y follows u +- b and rests between a turning point of u (u' = 0, bisection) and the place where the play is used up.
//: --rtol 1e-10 --stop 10
//: y = 0.227989444555315 +- 1e-8
//: z = 3.18317150619734 +- 1e-8
//: dof = 2
