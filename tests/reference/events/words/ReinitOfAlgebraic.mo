// 8.3.6: reinit is for states.
model ReinitOfAlgebraic
  Real x(start = 0, fixed = true), y = 2*time;
equation
  der(x) = 1;
  when time > 0.5 then
    reinit(y, 0);
  end when;
  annotation(experiment(StopTime = 1));
end ReinitOfAlgebraic;
//: exit 3
//: says reinit
