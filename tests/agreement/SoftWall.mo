//: perturb x
//: x = -0.8411697511424526
//: y = -0.5407711621036613
model SoftWall "a pendulum of index 3 against an exponential wall; scipy DOP853 in the angle"
  Real x(start = -0.8414709848078965, fixed = true), y(start = -0.54030230586813977), F;
equation
  der(der(x)) = -F*x - exp((x - 0.5)/1e-2);
  der(der(y)) = -F*y - 9.81;
  x^2 + y^2 = 1;
  annotation(experiment(StopTime = 3));
end SoftWall;
