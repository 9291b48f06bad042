//: degree 3, independent 2
//: integral (der(x)^2 + der(y)^2 + der(z)^2)/2 + g*z + k*(sqrt(x^2 + y^2 + z^2) - l)^2/2
//: integral x*der(y) - y*der(x)
model ElasticPendulum "A point on a spring"
  parameter Real g = 9.81, k = 40, l = 1;
  Real x(start = 1, fixed = true), y(start = 0.2, fixed = true), z(start = -0.5, fixed = true);
  Real vx(start = 0, fixed = true), vy(start = 0.5, fixed = true), vz(start = 0, fixed = true);
  Real r = sqrt(x^2 + y^2 + z^2);
equation
  der(x) = vx;
  der(y) = vy;
  der(z) = vz;
  der(vx) = -k*(1 - l/r)*x;
  der(vy) = -k*(1 - l/r)*y;
  der(vz) = -k*(1 - l/r)*z - g;
end ElasticPendulum;
