//: degree 3, independent 5
//: integral (der(x)^2 + der(y)^2 + der(z)^2)/2 - 1/sqrt(x^2 + y^2 + z^2)
//: integral y*der(z) - z*der(y)
//: integral z*der(x) - x*der(z)
//: integral x*der(y) - y*der(x)
//: integral der(y)*(x*der(y) - y*der(x)) - der(z)*(z*der(x) - x*der(z)) - x/sqrt(x^2 + y^2 + z^2)
model KeplerSpace "Energy, angular momentum, Laplace-Runge-Lenz: 5 independent of 7"
  Real x(start = 0.4, fixed = true), y(start = 0.1, fixed = true), z(start = 0.2, fixed = true);
  Real vx(start = 0.1, fixed = true), vy(start = 1.6, fixed = true), vz(start = 0.3, fixed = true);
  Real r = sqrt(x^2 + y^2 + z^2);
equation
  der(x) = vx;
  der(y) = vy;
  der(z) = vz;
  der(vx) = -x/r^3;
  der(vy) = -y/r^3;
  der(vz) = -z/r^3;
end KeplerSpace;
