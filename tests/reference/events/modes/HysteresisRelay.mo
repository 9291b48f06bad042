// 8.5: x' = u with the relay u = +1 up to 1, -1 down to -1: a triangle of period 4.
model HysteresisRelay
  Real x(start = 0, fixed = true);
  Integer u(start = 1, fixed = true), n(start = 0, fixed = true);
equation
  der(x) = u;
  u = if pre(u) > 0 then (if x > 1 then -1 else 1) else (if x < -1 then 1 else -1);
  when change(u) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10.5, Tolerance = 1e-10));
end HysteresisRelay;
// turns at 1, 3, 5, 7, 9; at 10.5 x = 1 - 1.5
//: x = -0.5 +- 1e-6
//: n = 5
//: u = -1
