//: degree 4, independent 1
//: integral (der(x)^2 + der(y)^2)/2 + (x^2 + y^2)/2 + x^2*y - y^3/3
model HenonHeiles
  Real x(start = 0.1, fixed = true), y(start = 0.2, fixed = true);
  Real vx(start = 0.3, fixed = true), vy(start = 0, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x - 2*x*y;
  der(vy) = -y - x^2 + y^2;
end HenonHeiles;
