// 8.3.6: a pendulum in Cartesian coordinates meets an elastic wall at x = 0: vx is turned, vy (0 there) follows. x(t) is |x| of the
// free pendulum, by RK4 in the angle.
model PendulumAtWall
  Real x(start = 0.6, fixed = true), y(start = -0.8), vx(start = 0, fixed = true), vy, F;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
  when x < 0 then
    reinit(vx, -pre(vx));
  end when;
  annotation(experiment(StopTime = 2.2, Tolerance = 1e-10));
end PendulumAtWall;
//: x = 0.5529976566543314 +- 1e-6
//: y = -0.8331828081128524 +- 1e-6
//: always x >= -1e-8
