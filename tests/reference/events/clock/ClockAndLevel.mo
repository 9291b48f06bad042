// 3.7.5: ticks count only above 0.35: 0.4, ..., 1.0.
model ClockAndLevel
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0.1, 0.1) and x > 0.35 then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1.05));
end ClockAndLevel;
//: n = 7
