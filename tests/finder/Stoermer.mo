//: degree 5, independent 2
//: integral vx^2 + vy^2 + vz^2
//: integral x*vy - y*vx + k*(x^2 + y^2)/sqrt(x^2 + y^2 + z^2)^3, up to sign
model Stoermer "A charge in the field of a dipole: Stoermer (1907)"
  parameter Real k = 1;
  Real x(start = 1, fixed = true), y(start = 0.3, fixed = true), z(start = 0.2, fixed = true);
  Real vx(start = 0, fixed = true), vy(start = 0.5, fixed = true), vz(start = 0.1, fixed = true);
  Real r = sqrt(x^2 + y^2 + z^2);
  Real bx = 3*k*x*z/r^5, by = 3*k*y*z/r^5, bz = k*(3*z^2 - r^2)/r^5;
equation
  der(x) = vx;
  der(y) = vy;
  der(z) = vz;
  der(vx) = vy*bz - vz*by;
  der(vy) = vz*bx - vx*bz;
  der(vz) = vx*by - vy*bx;
end Stoermer;
