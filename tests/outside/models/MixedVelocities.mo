//: stop=6.0
model MixedVelocities "A mixture of two velocities in place of one, its factor a parameter"
  parameter Real m = 1;
  parameter Real L = 1;
  parameter Real g = 1;
  Real x(start = -1, fixed = true);
  Real y(start = 0);
  Real vx(start = 0, fixed = true);
  Real vy(start = 0);
  Real lambda;
  parameter Real qp2 = 3e5;
  Real qa3, qb3, qc3;
equation
  -qa3 = -lambda;
  qb3 = -qa3*1;
  qc3 = qa3*qb3;
  3e5*(der(y)) + (der(x)) = qp2*(vy) + (vx);
  der(y) = vy;
  m*der(vx) = -2*x*lambda;
  m*der(vy) = -2*y*qa3 - m*g;
  x^2 + y^2 = L^2;
end MixedVelocities;
