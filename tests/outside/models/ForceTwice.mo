//: done stop=0.5
model ForceTwice "An orbit whose force stands there twice, once with a name for the cube of the distance"
  Real x(start = 0.5, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true), v(start = 1.6, fixed = true);
  Real r = sqrt(x^2 + y^2), cube;
equation
  cube = r^3;
  1.5022275*der(u) = 1.5022275*(-x/cube);
  1.5022275*der(v) = 1.5022275*(-y/cube);
  der(x) = u;
  der(y) = v;
  der(u) = -x/r^3;
  der(v) = -y/r^3;
end ForceTwice;
