// 3.7.5: ticks that round-off alone tells apart strike together, also about zero: -0.7 + 7*0.1 is 1.1e-16, and the stop time of the second run.
model TicksNearZero
  Real x(start = 0, fixed = true);
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), both(start = 0, fixed = true);
equation
  der(x) = a - b;
  when sample(-0.7, 0.1) then
    a = pre(a) + 1;
  end when;
  when sample(0, 0.2) then
    b = pre(b) + 1;
  end when;
  when change(a) and change(b) then
    both = pre(both) + 1;
  end when;
  annotation(experiment(StartTime = -0.7, StopTime = 0.5, Tolerance = 1e-9));
end TicksNearZero;
//: run
// a tick each at -0.7, ..., 0.5; b at 0, 0.2, 0.4
//: a = 13
//: b = 3
//: both = 3
//: events = 12
//: run --stop 0
//: a = 8
//: b = 1
//: both = 1
//: events = 7
//: at 0 before a = 7
//: at 0 after a = 8
