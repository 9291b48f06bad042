// 8.5: at the event the relation has the value to which it crosses: b is true in the row after, and v < 0 stays false at the
// top of the throw until it is passed. y = t - t^2 falls below y = 0.21 at 0.7.
model CrossesToItsSide
  Real y(start = 0, fixed = true), v(start = 1, fixed = true);
  Boolean falling = v < 0, low = y < 0.21;
  Integer n(start = 0, fixed = true);
equation
  der(y) = v;
  der(v) = -2;
  when falling and low then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 0.9, Tolerance = 1e-10));
end CrossesToItsSide;
//: run --every 0.1
//: at 0.5 before falling = 0
//: at 0.5 after falling = 1
//: at 0.6 low = 0
//: at 0.7 before low = 0
//: at 0.7 after low = 1
//: n = 1
