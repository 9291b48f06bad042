//: degree 2, independent 10
//: the ten of any n bodies: momentum, centre of mass with time, angular momentum, energy
model ThreeBodies
  parameter Real m[3] = {1, 0.5, 0.7};
  Real x[3,3](start = [1, 0, 0.1; -0.6, 0.3, 0; 0, 1.2, -0.4], each fixed = true);
  Real v[3,3](start = [0, 0.6, 0; 0.3, -0.8, 0.1; -0.7, 0, 0.2], each fixed = true);
  Real a = sqrt(sum((x[1,i] - x[2,i])^2 for i in 1:3));
  Real b = sqrt(sum((x[2,i] - x[3,i])^2 for i in 1:3));
  Real c = sqrt(sum((x[3,i] - x[1,i])^2 for i in 1:3));
equation
  der(x) = v;
  for i in 1:3 loop
    der(v[1,i]) = m[2]*(x[2,i] - x[1,i])/a^3 + m[3]*(x[3,i] - x[1,i])/c^3;
    der(v[2,i]) = m[1]*(x[1,i] - x[2,i])/a^3 + m[3]*(x[3,i] - x[2,i])/b^3;
    der(v[3,i]) = m[1]*(x[1,i] - x[3,i])/c^3 + m[2]*(x[2,i] - x[3,i])/b^3;
  end for;
end ThreeBodies;
