// 8.3.6: two bodies of mass 1 and 3 collide without loss: both speeds are set from both speeds before. u1 = 2, u2 = 0:
// v1 = (1 - 3)/(1 + 3)*2 = -1, v2 = 2*1/4*2 = 1; they meet at x = 1, t = 0.5.
model Collision
  parameter Real m1 = 1, m2 = 3;
  Real x1(start = 0, fixed = true), x2(start = 1, fixed = true), v1(start = 2, fixed = true), v2(start = 0, fixed = true);
equation
  der(x1) = v1;
  der(x2) = v2;
  der(v1) = 0;
  der(v2) = 0;
  when x1 > x2 then
    reinit(v1, ((m1 - m2)*pre(v1) + 2*m2*pre(v2))/(m1 + m2));
    reinit(v2, ((m2 - m1)*pre(v2) + 2*m1*pre(v1))/(m1 + m2));
  end when;
  annotation(experiment(StopTime = 1));
end Collision;
//: v1 = -1 +- 1e-9
//: v2 = 1 +- 1e-9
//: x1 = 0.5 +- 1e-7
//: x2 = 1.5 +- 1e-7
