//: done stop=6.0
model SquareInRod "A square that the rod reads: qs1 = y^2 must not become L^2 - x^2, which loses the small ones"
  parameter Real m = 1;
  parameter Real L = 1;
  parameter Real g = 1;
  Real x(start = -1, fixed = true);
  Real y(start = 0);
  Real vx(start = 0, fixed = true);
  Real vy(start = 0);
  Real lambda;
  Real qs1;
equation
  0 = (y^2) - qs1;
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -2*x*lambda;
  m*der(vy) = -2*y*lambda - m*g;
  x^2 + qs1 = L^2;
end SquareInRod;
