model OnlyDiscrete "Two clocks and a window of time; nothing is continuous but time itself"
  Integer n(start = 0, fixed = true) "counts";
  Integer a(start = 0, fixed = true), b(start = 1, fixed = true) "Fibonacci numbers";
  discrete Real mean(start = 0, fixed = true), opened(start = -1, fixed = true), closed(start = -1, fixed = true);
  Boolean open = time > 0.47 and time < 0.83;
equation
  when sample(0, 0.1) then
    n = pre(n) + 1;
    mean = pre(mean) + (time - pre(mean))/n;
  end when;
  when sample(0.25, 0.25) then
    a = pre(b);
    b = pre(a) + pre(b);
  end when;
  when open then
    opened = time;
    closed = pre(closed);
  elsewhen not open then
    closed = time;
    opened = pre(opened);
  end when;
end OnlyDiscrete;
// The mean of 0, 0.1, ..., 0.9 is 0.45; samples at 0.1 to 0.9, of which one is shared, at 0.25, 0.5, 0.75, and the two ends of the window are events.
//: --stop 0.97
//: n = 10 +- 0
//: a = 2 +- 0
//: b = 3 +- 0
//: mean = 0.45 +- 1e-15
//: opened = 0.47 +- 1e-14
//: closed = 0.83 +- 1e-14
//: open = 0 +- 0
//: events = 13
//: dof = 0
//: coordinates = 1
