//: x = 0.14357865735
model LimitedAngle "The angle of a sine that is cut off where its slope is infinite; Runge-Kutta in long double, 4e6 steps"
  Real x(start = 0, fixed = true), y;
equation
  y = asin(min(1, max(-1, 1.5*sin(time) + x)));
  der(x) = -0.3*x + 0.1*y;
  annotation(experiment(StopTime = 10));
end LimitedAngle;
