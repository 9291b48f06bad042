// 8.3.6: impacts slower than 0.1 end the motion: a finite sequence of impacts, then rest for ever.
model BallStopsSlow
  parameter Real e = 0.6, slowest = 0.1;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Boolean rest(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real stopped(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = if rest then 0 else -9.81;
  when h <= 0 then
    n = pre(n) + 1;
    rest = -e*pre(v) < slowest;
    reinit(v, if -e*pre(v) < slowest then 0 else -e*pre(v));
  end when;
  when rest then
    stopped = time;
  end when;
  annotation(experiment(StopTime = 3, Tolerance = 1e-9));
end BallStopsSlow;
//: n = 8
//: stopped = 1.7681752473540293 +- 1e-6
//: v = 0
//: h = 0 +- 1e-7
