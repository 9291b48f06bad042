// 8.3.6: reinit stands in the body of a when equation only.
model ReinitOutsideWhen
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  reinit(x, 0);
  annotation(experiment(StopTime = 1));
end ReinitOutsideWhen;
//: exit 1
