//: degree 2, independent 1
//: integral m*v^2 + (J + m*a^2)*w^2
model ChaplyginSleigh "Nonholonomic: a body on a knife edge, its centre of mass ahead of that; Bloch (2003), 1.7"
  parameter Real m = 1, J = 1, a = 1;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), h(start = 0.3, fixed = true);
  Real v(start = 1, fixed = true), w(start = 0.5, fixed = true);
equation
  der(x) = v*cos(h);
  der(y) = v*sin(h);
  der(h) = w;
  der(v) = a*w^2;
  der(w) = -m*a/(J + m*a^2)*v*w;
end ChaplyginSleigh;
