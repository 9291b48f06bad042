//: degree 2, independent 2
//: integral u^2 + v^2, x*v - y*u - m/r
model Dipole
  parameter Real m=1.3;
  Real x(start=1), y(start=0.2), u(start=0.3), v(start=0.8);
  Real r = sqrt(x^2+y^2);
equation
  der(x)=u;
  der(y)=v;
  der(u)=m*v/r^3;
  der(v)=-m*u/r^3;
end Dipole;
