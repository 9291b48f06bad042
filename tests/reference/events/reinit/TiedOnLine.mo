// 8.3.6: a bead on the line x + 2y = 4, no force: v constant; a kick names vx, vy = -vx/2 follows.
model TiedOnLine
  Real x(start = 0, fixed = true), y, vx(start = 1, fixed = true), vy, lambda;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = lambda;
  der(vy) = 2*lambda;
  x + 2*y = 4;
  when x > 0.5 then
    reinit(vx, -3*pre(vx));
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-9));
end TiedOnLine;
//: vx = -3 +- 1e-7
//: vy = 1.5 +- 1e-7
//: x = -1 +- 1e-6
//: y = 2.5 +- 1e-6
