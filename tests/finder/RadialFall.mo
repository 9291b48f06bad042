//: degree 2, independent 2, level 1
//: integral the energy
//: integral x*vy - y*vx
//: on the level x*vy - y*vx = 0: x/r, the direction
model RadialFall "A central force: without angular momentum the direction stays"
  parameter Real k = 0.5;
  Real x(start = 0.6, fixed = true), y(start = 0.8, fixed = true);
  Real vx(start = 0.3, fixed = true), vy(start = 0.4, fixed = true);
  Real r = sqrt(x^2 + y^2);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x/r^3 - k*x;
  der(vy) = -y/r^3 - k*y;
end RadialFall;
