//: y = 0.7853576168867301
model AtanFront "the arc tangent of a state that passes zero, width 1e-4; closed form"
  Real x(start = -1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = atan(x/1e-4);
  annotation(experiment(StopTime = 2.5));
end AtanFront;
