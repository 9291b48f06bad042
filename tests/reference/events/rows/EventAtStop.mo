// The event at the stop time has two rows; the last has the final values of the summary.
model EventAtStop
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0, 0.5) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end EventAtStop;
//: n = 3
//: at 1 before n = 2
//: at 1 after n = 3
//: run --points 10
//: run --every 0.3
