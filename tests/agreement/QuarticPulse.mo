//: y = 1.457820964083214
model QuarticPulse "a rational pulse with a fourth power, width 1e-3; quadrature"
  Real x(start = -1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1000/(1 + (x/1e-3)^4)^3;
  annotation(experiment(StopTime = 2));
end QuarticPulse;
