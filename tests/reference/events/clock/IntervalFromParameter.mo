// 3.7.5: start and interval are parameter expressions: ticks at 0.25, 0.5, 0.75, 1.
model IntervalFromParameter
  parameter Real f = 4, phase = 1;
  Integer n(start = 0, fixed = true);
equation
  when sample(phase/f, 1/f) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end IntervalFromParameter;
//: run
//: n = 4
//: run --set f=8 --set phase=0
//: n = 9
