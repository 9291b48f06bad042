//: x = -0.1766517899227882
//: y = -0.9842734097379016
model PlainPendulum "a pendulum of index 3; scipy DOP853 in the angle"
  Real x(start = 1, fixed = true), y(start = 0), F;
equation
  der(der(x)) = -F*x;
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 3));
end PlainPendulum;
