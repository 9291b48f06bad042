//: degree 2, independent 6
//: integral m[1]*der(x[1]) + m[2]*der(x[2]) + m[3]*der(x[3])
//: integral m[1]*der(y[1]) + m[2]*der(y[2]) + m[3]*der(y[3])
//: and two of the centre of mass with time, angular momentum, energy
model ThreeBodiesPlane
  parameter Real m[3] = {1, 0.5, 0.7};
  Real x[3](start = {1, -0.6, 0}, each fixed = true), y[3](start = {0, 0.3, 1.2}, each fixed = true);
  Real u[3](start = {0, 0.3, -0.7}, each fixed = true), v[3](start = {0.6, -0.8, 0}, each fixed = true);
  Real a = sqrt((x[1] - x[2])^2 + (y[1] - y[2])^2);
  Real b = sqrt((x[2] - x[3])^2 + (y[2] - y[3])^2);
  Real c = sqrt((x[3] - x[1])^2 + (y[3] - y[1])^2);
equation
  der(x) = u;
  der(y) = v;
  der(u[1]) = m[2]*(x[2] - x[1])/a^3 + m[3]*(x[3] - x[1])/c^3;
  der(v[1]) = m[2]*(y[2] - y[1])/a^3 + m[3]*(y[3] - y[1])/c^3;
  der(u[2]) = m[1]*(x[1] - x[2])/a^3 + m[3]*(x[3] - x[2])/b^3;
  der(v[2]) = m[1]*(y[1] - y[2])/a^3 + m[3]*(y[3] - y[2])/b^3;
  der(u[3]) = m[1]*(x[1] - x[3])/c^3 + m[2]*(x[2] - x[3])/b^3;
  der(v[3]) = m[1]*(y[1] - y[3])/c^3 + m[2]*(y[2] - y[3])/b^3;
end ThreeBodiesPlane;
