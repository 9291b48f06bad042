// 8.5: 0 < 0 is false at the start and becomes true as the ball falls: it bounces at t = 0 with 0.5*2 = 1 m/s upward.
model BallFromFloor
  Real h(start = 0, fixed = true), v(start = -2, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.5*pre(v));
  end when;
  annotation(experiment(StopTime = 0.1));
end BallFromFloor;
//: v = 0.019000000000000017 +- 1e-7
//: h = 0.05095 +- 1e-7
//: always h >= -1e-9
