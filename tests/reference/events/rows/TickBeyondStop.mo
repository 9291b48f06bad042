// 3.7.5: tick 3 of a clock of 0.1 is 0.30000000000000004: one unit in the last place beyond the stop time, which is this instant.
model TickBeyondStop
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = n;
  when sample(0, 0.1) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 0.3));
end TickBeyondStop;
//: n = 4
//: x = 0.6 +- 1e-8
//: events = 3
//: at 0.3 before n = 3
//: at 0.3 after n = 4
//: run --every 0.1
//: run --points 7
//: run --step 0.1
//: run --by arclength
