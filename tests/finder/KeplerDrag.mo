//: degree 3, independent 0
model KeplerDrag
  parameter Real d = 0.01;
  Real x(start = 0.4, fixed = true), y(start = 0, fixed = true);
  Real vx(start = 0, fixed = true), vy(start = 2, fixed = true);
  Real r = sqrt(x^2 + y^2);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x/r^3 - d*vx;
  der(vy) = -y/r^3 - d*vy;
end KeplerDrag;
