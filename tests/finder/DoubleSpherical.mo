//: degree 2, independent 2
//: integral energy, angular momentum about z
model DoubleSpherical
  parameter Real m=1.4, M=0.8, l=1, k=0.9, g=9.81;
  Real x(start=0.6), y(start=0), z(start=-0.8), X(start=0.6), Y(start=0.5), Z(start=-1.5483314773547882);
  Real vx(start=0.2), vy(start=0.7), vz, VX(start=0.1), VY(start=0.3), VZ, s, t;
equation
  der(x)=vx;
  der(y)=vy;
  der(z)=vz;
  der(X)=VX;
  der(Y)=VY;
  der(Z)=VZ;
  m*der(vx) = -s*x + t*(X-x);
  m*der(vy) = -s*y + t*(Y-y);
  m*der(vz) = -s*z + t*(Z-z) - m*g;
  M*der(VX) = -t*(X-x);
  M*der(VY) = -t*(Y-y);
  M*der(VZ) = -t*(Z-z) - M*g;
  x^2+y^2+z^2 = l^2;
  (X-x)^2+(Y-y)^2+(Z-z)^2 = k^2;
end DoubleSpherical;
