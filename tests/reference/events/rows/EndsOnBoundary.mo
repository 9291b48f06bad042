// 8.5: at the stop time what is reached there happens (x >= 1 and the end of x < 1 at x = 1).
model EndsOnBoundary
  Real x(start = 0, fixed = true);
  Integer reached(start = 0, fixed = true), left(start = 0, fixed = true);
  Integer whole = integer(2*time);
equation
  der(x) = 1;
  when x >= 1 then
    reached = 1;
  end when;
  when not x < 1 then
    left = 1;
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end EndsOnBoundary;
//: methods dop853 radau rk4
//: reached = 1
//: left = 1
//: whole = 2
//: run --step 0.125
