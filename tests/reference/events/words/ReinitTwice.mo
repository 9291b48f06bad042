// 8.3.6: reinit of one variable stands in one when equation only.
model ReinitTwice
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time > 0.3 then
    reinit(x, 0);
  end when;
  when x > 0.5 then
    reinit(x, 1);
  end when;
  annotation(experiment(StopTime = 1));
end ReinitTwice;
//: exit 1
