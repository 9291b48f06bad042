model NailPendulum "The string of a pendulum is caught by a nail on one side: centre and length of the circle change"
  parameter Real L = 1, nail = 0.6 "depth of the nail below the pivot", g = 9.81;
  Real x(start = sin(0.5), fixed = true), y(start = -cos(0.5)), vx(start = 0, fixed = true), vy, pull;
  Real c = if x > 0 then 0 else nail;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -pull*x;
  der(vy) = -pull*(y + c) - g;
  x^2 + (y + c)^2 = (L - c)^2;
end NailPendulum;
// Both circles touch at the bottom, so nothing jumps. The angle on each side by Runge-Kutta with steps of 1e-5, the passages by
// bisection.
//: --rtol 1e-10 --stop 3
//: x = 0.221667716662068 +- 1e-7
//: y = -0.975122260739557 +- 1e-7
//: vx = 1.34896063883888 +- 1e-6
//: index = 3
//: dof = 2
//: events = 4
