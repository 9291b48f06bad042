model FingerWall "A fingertip pulled by a spring touches an oblique wall, slides along it, and is drawn off again"
  parameter Real nx = 0.6, ny = 0.8 "normal of the wall nx x + ny y = 1", k = 4;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), vx(start = 0, fixed = true), vy(start = 0, fixed = true);
  Real N "force of the wall", gap = 1 - nx*x - ny*y;
  Integer touches(start = 0, fixed = true);
  Boolean contact(start = false, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = k*(2 - 0.3*time - x) - nx*N;
  der(vy) = k*(0.5 - 0.3*time - y) - ny*N;
  if contact then
    gap = 0;
  else
    N = 0;
  end if;
  when not pre(contact) and gap < 0 then
    contact = true;
    touches = pre(touches) + 1;
    reinit(vx, pre(vx) - nx*(nx*pre(vx) + ny*pre(vy)));
    reinit(vy, pre(vy) - ny*(nx*pre(vx) + ny*pre(vy)));
  elsewhen pre(contact) and N < 0 then
    contact = false;
    touches = pre(touches);
  end when;
end FingerWall;
// Along the normal r = 1.6 - 0.42 t - 1.6 cos 2t + 0.21 sin 2t up to r = 1 (bisection), at rest until N = 4 (0.6 - 0.42 t) = 0, then
// with s = t - 10/7: r = 1 - 0.42 s + 0.21 sin 2s; along the wall nothing happens: 1.3 - 0.06 t - 1.3 cos 2t + 0.03 sin 2t.
//: --rtol 1e-10 --stop 2.5
//: x = 1.03791631985653 +- 1e-8
//: y = 0.129769375378855 +- 1e-8
//: touches = 1
//: dof = 4
