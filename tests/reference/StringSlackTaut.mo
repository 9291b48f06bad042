model StringSlackTaut "A ball on a string swings up until the string goes slack, flies, and is caught when it is taut again"
  parameter Real L = 1, g = 9.81;
  Real x(start = 0, fixed = true), y(start = -1), vx(start = sqrt(3.5*g), fixed = true), vy;
  Real pull "of the string, per mass and length";
  Boolean taut(start = true, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -pull*x;
  der(vy) = -pull*y - g;
  if taut then
    x^2 + y^2 = L^2;
  else
    pull = 0;
  end if;
  when pull < 0 then
    taut = false;
  elsewhen not pre(taut) and x^2 + y^2 > L^2 then
    taut = true;
    reinit(vx, y*(y*pre(vx) - x*pre(vy))/L^2);
    reinit(vy, -x*(y*pre(vx) - x*pre(vy))/L^2);
  end when;
end StringSlackTaut;
// Slack at 120 degrees from the bottom, where v^2 = g L/2; the parabola meets the circle again (bisection); the radial velocity
// is lost there. The swings in the angle by Runge-Kutta with steps of 1e-5.
//: --rtol 3e-10 --stop 2
//: x = -0.265222742067368 +- 1e-7
//: y = -0.964187169117214 +- 1e-7
//: vx = 0.69768936537393 +- 1e-6
//: dof = 2
//: index = 3
