// 8.3.6, 8.6: a pendulum in Cartesian coordinates meets a stop with restitution 0.5; gravity presses it there, and the model has no rest: the
// run does not go on through the stop. d(x, y) is implicit; d = -0.5 is x + y = -0.625.
model PendulumOnStop
  Real x(start = 0, fixed = true), y(start = 1), vx(start = 0.3, fixed = true), vy, F, d;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
  d^3 + d = x + y;
  when d < -0.5 then
    reinit(vx, -0.5*pre(vx));
  end when;
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end PendulumOnStop;
//: exit 3
//: says d < -0.5
//: always d >= -0.500001
