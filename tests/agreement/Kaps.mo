//: stiff
//: x = 0.1353352832366127
//: y = 0.3678794411714423
model Kaps "a stiff pair with exponentials as solution; closed form"
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = -(1e4 + 2)*x + 1e4*y^2;
  der(y) = x - y - y^2;
  annotation(experiment(StopTime = 1));
end Kaps;
