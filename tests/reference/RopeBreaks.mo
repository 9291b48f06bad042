model RopeBreaks "A pendulum whose rope breaks at a tension: an event on the multiplier, which jumps to zero"
  parameter Real L = 1, g = 9.81, strength = 2 "in weights";
  Real x(start = 1), y(start = 0, fixed = true), vx, vy(start = 0, fixed = true);
  Real tension = pull*L/g "in weights", pull;
  Boolean broken(start = false, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -pull*x;
  der(vy) = -pull*y - g;
  if broken then
    pull = 0;
  else
    x^2 + y^2 = L^2;
  end if;
  when tension > strength then
    broken = true;
  end when;
end RopeBreaks;
// Released at the horizontal, the tension is 3 cos(angle) weights: breaks at cos = 2/3 with v^2 = 4 g L/3. The time until there
// by Runge-Kutta in the angle, then a parabola.
//: --rtol 1e-10 --stop 1
//: x = -0.727307345634523 +- 1e-8
//: y = -4.1430264358776 +- 1e-8
//: index = 3
//: dof = 2
//: events = 1
