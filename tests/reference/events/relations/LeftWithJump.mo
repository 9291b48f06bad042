// 8.3.6, 8.5: v < 0 becomes true at once and lifts z; so y + z >= 1 stays true, though y falls from 1.
model LeftWithJump
  Real y(start = 1, fixed = true), v(start = 0, fixed = true), z(start = 0, fixed = true);
  Boolean above = y + z >= 1;
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  der(y) = v;
  der(v) = -9;
  der(z) = 0;
  when v < 0 then
    reinit(z, 1.5);
    k = pre(k) + 1;
  end when;
  when change(above) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 0.5, Tolerance = 1e-9));
end LeftWithJump;
//: k = 1
//: n = 0
//: y = -0.125 +- 1e-7
