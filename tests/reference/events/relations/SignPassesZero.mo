// 3.7.2: sign makes no event; the integral of sign(sin t) over 0..4 is pi - (4 - pi).
model SignPassesZero
  Real y(start = 0, fixed = true);
equation
  der(y) = sign(sin(time));
  annotation(experiment(StopTime = 4, Tolerance = 1e-9));
end SignPassesZero;
//: y = 2.2831853071795862 +- 1e-6
