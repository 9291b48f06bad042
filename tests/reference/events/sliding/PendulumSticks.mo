// A pendulum in Cartesian coordinates (index 3) with dry friction 2 in its joint, g = 10, from an angle of 1.2: every swing ends where
// g (cos b - cos a) = 2 |b - a|, and it rests where g |sin b| <= 2.
model PendulumSticks
  parameter Real g = 10, mu = 2;
  Real x(start = sin(1.2), fixed = true), y(start = -cos(1.2)), vx(start = 0, fixed = true), vy(start = 0), tension;
  Real w = x*vy - y*vx;
  Real torque = if w > 0 then -mu else mu;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -tension*x - torque*y;
  der(vy) = -tension*y + torque*x - g;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 6));
end PendulumSticks;
//: methods auto dop853 radau gauss6
//: run
//: exit 3
//: says --at-sliding filippov
//: run --at-sliding filippov --rtol 1e-10
//: x = 0.0983612441840519 +- 1e-8
//: y = -0.9951507753313391 +- 1e-8
//: vx = 0 +- 1e-9
