model StickTogether "A bullet hits a block on a spring and stays in it: momentum is kept, one freedom is lost"
  parameter Real m1 = 1, m2 = 3, k = 4;
  Real x1(start = 0, fixed = true), v1(start = 2, fixed = true), x2(start = 1, fixed = true), v2(start = 0, fixed = true), f;
  Boolean stuck(start = false, fixed = true);
equation
  der(x1) = v1;
  der(x2) = v2;
  m1*der(v1) = -f;
  m2*der(v2) = f - k*(x2 - 1);
  if stuck then
    x1 = x2;
  else
    f = 0;
  end if;
  when x1 > x2 then
    stuck = true;
    reinit(v1, (m1*pre(v1) + m2*pre(v2))/(m1 + m2));
    reinit(v2, (m1*pre(v1) + m2*pre(v2))/(m1 + m2));
  end when;
end StickTogether;
// Impact at t = 1/2 with the common speed 1/2; then x = 1 + sin(t - 1/2)/2, f = -x'' = sin(t - 1/2)/2.
//: --rtol 1e-10 --stop 3
//: x1 = 1.29923607205198 +- 1e-8
//: v2 = -0.400571807773467 +- 1e-8
//: f = 0.299236072051978 +- 1e-8
//: der(v2) = -0.299236072051978 +- 1e-8
//: dof = 4
