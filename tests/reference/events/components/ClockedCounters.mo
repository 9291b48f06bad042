// 9.2, 8.3.5: clocks and counters as components, connected as arrays of signals. Flips at 0.3 k and 0.5 k; every second is a rise.
model ClockedCounters
  block Clock
    parameter Real T = 1;
    output Boolean tick(start = false, fixed = true);
  equation
    when sample(T, T) then
      tick = not pre(tick);
    end when;
  end Clock;
  block Counter
    input Boolean u;
    Integer n(start = 0, fixed = true);
  equation
    when u then
      n = pre(n) + 1;
    end when;
  end Counter;
  Clock clock[2](T = {0.3, 0.5});
  Counter counter[2];
equation
  connect(clock.tick, counter.u);
  annotation(experiment(StopTime = 2.05));
end ClockedCounters;
//: counter[1].n = 3 +- 0
//: counter[2].n = 2 +- 0
