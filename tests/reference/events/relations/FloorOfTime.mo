// 3.7.2, 8.5: integer(2*time) generates an event at each step; y is the integral of 0, 1, 2 over halves. Stop off a step.
model FloorOfTime
  Integer k = integer(2*time);
  Integer n(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(y) = k;
  when change(k) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.25, Tolerance = 1e-9));
end FloorOfTime;
//: k = 2
//: n = 2
//: y = 1 +- 1e-7
