//: x = 0.4769930609041544
//: y = -0.8789070598472205
model BumpPendulum "a pendulum of index 3 over a narrow bump of a field; scipy DOP853 in the angle"
  Real x(start = 0.8414709848078965, fixed = true), y(start = -0.54030230586813977), F;
equation
  der(der(x)) = -F*x + 200*x*exp(-(x/0.01)^2);
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 2.5));
end BumpPendulum;
