// 3.5: Booleans are compared with == and <>: an exclusive or, true in 0.2 - 0.4 and from 0.6 on.
model BooleanEquality
  Boolean a = time > 0.2, b = time > 0.4 and time < 0.6, x = a <> b, same = a == b;
  Real y(start = 0, fixed = true);
equation
  der(y) = if x and not same then 1 else 0;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end BooleanEquality;
//: y = 0.6 +- 1e-8
