// 8.5, 8.6: a ball on a table that moves, restitution 0.5 against it: |acceleration of the table| <= 2.5 < 9.81, so the bounces pile up and
// nobody may pass the table. The height of the table is an unknown with a formula.
model BallOnMovingTable
  Real h(start = 1, fixed = true), v(start = 0, fixed = true), s, w = 0.5*cos(5*time);
equation
  s = 0.1*sin(5*time);
  der(h) = v;
  der(v) = -9.81;
  when h <= s then
    reinit(v, w - 0.5*(pre(v) - w));
  end when;
  annotation(experiment(StopTime = 10, Tolerance = 1e-9));
end BallOnMovingTable;
//: exit 3
//: says h <= s
//: says pile up
//: always h >= -0.1001
