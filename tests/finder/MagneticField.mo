//: degree 2, independent 5
//: integral der(x) - w*y
//: integral der(y) + w*x
//: integral der(z)
//: integral z - der(z)*time
//: integral der(x)^2 + der(y)^2
model MagneticField "A charge in a constant field"
  parameter Real w = 1.5;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
  Real vx(start = 1, fixed = true), vy(start = 0, fixed = true), vz(start = 0.2, fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(z) = vz;
  der(vx) = w*vy;
  der(vy) = -w*vx;
  der(vz) = 0;
end MagneticField;
