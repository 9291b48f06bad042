// 8.3.6: reinit of one variable in the branches of one when: x = 10 at 0.4, then minus 2 at 0.8.
model InElsewhen
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time >= 0.8 then
    reinit(x, pre(x) - 2);
  elsewhen time >= 0.4 then
    reinit(x, 10);
  end when;
  annotation(experiment(StopTime = 1));
end InElsewhen;
//: x = 8.6 +- 1e-8
