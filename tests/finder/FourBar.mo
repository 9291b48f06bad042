//: degree 2, independent 1
//: integral the energy
model FourBar "Linkage of three rods with point masses, under gravity"
  parameter Real a = 1, b = 2, c = 1.5, m1 = 1, m2 = 1.5, g = 9.81, T = 0;
  Real x1(start = 0, fixed = true), y1(start = 1), x2(start = 2), y2(start = 1.5);
  Real la, lb, lc;
initial equation
  der(x1) = 1;
equation
  m1*der(der(x1)) = -la*x1 + lb*(x2 - x1) - T*y1/a^2;
  m1*der(der(y1)) = -la*y1 + lb*(y2 - y1) - m1*g + T*x1/a^2;
  m2*der(der(x2)) = -lb*(x2 - x1) - lc*(x2 - 2);
  m2*der(der(y2)) = -lb*(y2 - y1) - lc*y2 - m2*g;
  x1^2 + y1^2 = a^2;
  (x2 - x1)^2 + (y2 - y1)^2 = b^2;
  (x2 - 2)^2 + y2^2 = c^2;
end FourBar;
