// 8.4: der(y) is a name of x between 1 and 2 only. x = exp(-t).
model AliasAndBack
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -x;
  der(y) = if time > 1 and time < 2 then x else 5;
  annotation(experiment(StopTime = 3, Tolerance = 1e-10));
end AliasAndBack;
//: x = 0.049787068367863944 +- 1e-8
//: y = 10.23254415793483 +- 1e-8
