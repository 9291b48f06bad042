// 8.6: h <= 0 is true at initialisation and does not fire; thrown upward with 4.905 it comes back at t = 1 and does.
model BallThrownFromFloor
  Real h(start = 0, fixed = true), v(start = 4.905, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -0.8*pre(v));
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.4, Tolerance = 1e-9));
end BallThrownFromFloor;
//: n = 1
//: v = 0.0 +- 1e-6
//: h = 0.7848000000000003 +- 1e-6
