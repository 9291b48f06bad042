//: y = 2
model SechPulse "a squared hyperbolic secant of width 1e-4; closed form"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1e4/cosh((x - 1)*1e4)^2;
  annotation(experiment(StopTime = 2));
end SechPulse;
