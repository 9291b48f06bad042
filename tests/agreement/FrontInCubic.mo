//: y = 0
model FrontInCubic "its argument solves a cubic equation; zero by symmetry"
  Real x(start = -1, fixed = true), y(start = 0, fixed = true), s(start = -0.6823);
equation
  der(x) = 1;
  s^3 + s = x;
  der(y) = tanh(s/1e-3);
  annotation(experiment(StopTime = 2));
end FrontInCubic;
