// 8.5, 8.6: the same where the height of the table is given by an equation that is not linear in it: its round-off is more than that of h - s.
model BallOnImplicitTable
  Real h(start = 1, fixed = true), v(start = 0, fixed = true), s, w = 0.5*cos(5*time)/(1 + 30*s^2);
equation
  s + 10*s^3 = 0.1*sin(5*time);
  der(h) = v;
  der(v) = -9.81;
  when h <= s then
    reinit(v, w - 0.5*(pre(v) - w));
  end when;
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end BallOnImplicitTable;
//: exit 3
//: says h <= s
//: says pile up
//: always h >= -0.1001
