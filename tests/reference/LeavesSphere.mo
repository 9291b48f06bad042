model LeavesSphere "A particle slides down a sphere, leaves it where the normal force vanishes, and ends on the floor"
  parameter Real R = 1, g = 9.81;
  Real x(start = 0, fixed = true), y(start = 1), vx(start = 1, fixed = true), vy, N;
  discrete Real cosine(start = 0, fixed = true) "of the angle where it leaves";
  Boolean on(start = true, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = N*x;
  der(vy) = N*y - g;
  if on then
    x^2 + y^2 = R^2;
  else
    N = 0;
  end if;
  when N < 0 then
    on = false;
    cosine = y/R;
  end when;
  when y < -R then
    terminate("on the floor");
  end when;
end LeavesSphere;
// The classical angle: cos = 2/3 + v0^2/(3 g R). The time until there by Runge-Kutta in the angle (steps of 1e-5), then a parabola.
//: --rtol 1e-10 --stop 3
//: cosine = 0.700645599728169 +- 1e-8
//: end = 0.955250378979204 +- 1e-8
//: x = 1.50015238162373 +- 1e-8
//: y = -1 +- 1e-9
//: index = 3
//: dof = 2
