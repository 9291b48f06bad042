// 3.7.2: abs makes no event; x passes 1 once with rate 2: no chattering. Integral of |2t - 1| over 0..2 is 0.25 + 2.25.
model AbsPassesZero
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 2;
  der(y) = abs(x - 1);
  annotation(experiment(StopTime = 2, Tolerance = 1e-9));
end AbsPassesZero;
//: y = 2.5 +- 1e-7
