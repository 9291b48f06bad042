// 3.7.4.1, index 3: a bead on a circle at the angle a = 0.3 sin(time)^3, driven along it, and by a delayed force that
// vanishes on this solution: x = sin(a), y = -cos(a), F = der(a)^2.
model DelayedPendulum
  parameter Real T = 0.4;
  Real a, x(start = 0, fixed = true), y(start = -1), vx(start = 0, fixed = true), vy, F;
equation
  a = 0.3*sin(time)^3;
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x + der(der(a))*cos(a) + delay(x, T) - (if time > T then sin(0.3*sin(time - T)^3) else 0);
  der(vy) = -F*y + der(der(a))*sin(a);
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 2));
end DelayedPendulum;
//: methods auto dopri54 dop853 radau
//: run --rtol 1e-9
//: x = 0.22364059706411618 +- 1e-7
//: F = 0.095896346695087481 +- 1e-6
