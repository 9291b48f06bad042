//: x = 0.0545102896464733
//: v = -0.095802066647247
model PowerDrag "An oscillator with drag of the power 1.75, which has no values beyond rest; Runge-Kutta in long double"
  Real x(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  der(x) = v;
  der(v) = -4*x - 0.5*(if v > 0 then v^1.75 else -(-v)^1.75);
  annotation(experiment(StopTime = 20));
end PowerDrag;
