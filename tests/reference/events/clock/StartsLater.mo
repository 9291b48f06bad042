// 3.7.5: a simulation from 0.25: the clock of sample(0, 0.1) is seen from i = 3 on, that of sample(0.25, 0.25) at the start too.
model StartsLater
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when sample(0, 0.1) then
    n = pre(n) + 1;
  end when;
  when sample(0.25, 0.25) then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StartTime = 0.25, StopTime = 1));
end StartsLater;
// 0.3 .. 1.0 and 0.25, 0.5, 0.75, 1
//: n = 8
//: m = 4
