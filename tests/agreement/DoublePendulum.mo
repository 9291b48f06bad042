//: perturb a
//: x = -0.2038208936048639
//: a = -0.1516474017692283
model DoublePendulum "two pendula in a row, index 3; scipy DOP853 in the angles"
  Real x(start = 0.8414709848078965, fixed = true), y(start = -0.54030230586813977), F;
  Real a(start = 1.3208965234121, fixed = true), b(start = -1.41788486775851), G;
equation
  der(der(x)) = -F*x + G*(a - x);
  der(der(y)) = -F*y + G*(b - y) - 9.81;
  der(der(a)) = -G*(a - x);
  der(der(b)) = -G*(b - y) - 9.81;
  x^2 + y^2 = 1;
  (a - x)^2 + (b - y)^2 = 1;
  annotation(experiment(StopTime = 2));
end DoublePendulum;
