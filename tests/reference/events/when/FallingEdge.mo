// 8.3.5: 'when not b' acts at the falling edge only; b is true in (0.2, 0.6) of every unit.
model FallingEdge
  Boolean b = mod(time, 1) > 0.2 and mod(time, 1) < 0.6;
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when not b then
    n = pre(n) + 1;
  end when;
  when b then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StopTime = 2.5));
end FallingEdge;
// falls at 0.6, 1.6; rises at 0.2, 1.2, 2.2
//: n = 2
//: m = 3
