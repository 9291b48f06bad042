//: degree 3, independent 1
//: integral a'^2 + b'^2/2 + a'*b'*cos(a - b) - g*(2*cos(a) + cos(b))
model DoublePendulum "In angles"
  parameter Real g = 9.81;
  Real a(start = 1, fixed = true), b(start = 0.5, fixed = true);
  Real u(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(a) = u;
  der(b) = v;
  2*der(u) + der(v)*cos(a - b) + v^2*sin(a - b) + 2*g*sin(a) = 0;
  der(u)*cos(a - b) + der(v) - u^2*sin(a - b) + g*sin(b) = 0;
end DoublePendulum;
