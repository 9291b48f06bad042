model QuaternionTop "A free symmetric top, turned by a unit quaternion; its norm is one equation more than unknowns"
  function times "product of quaternions {scalar, vector}"
    input Real a[4];
    input Real b[4];
    output Real c[4];
  algorithm
    c[1] := a[1]*b[1] - a[2:4]*b[2:4];
    c[2:4] := a[1]*b[2:4] + b[1]*a[2:4] + cross(a[2:4], b[2:4]);
  end times;

  parameter Real J[3] = {2, 2, 1} "moments of inertia";
  Real w[3](start = {0.6, 0, 2}, each fixed = true) "turning, in the body";
  Real q[4](start = {1, 0, 0, 0}) "attitude of the body in space";
equation
  der(q) = times(q, cat(1, {0}, w))/2;
  J.*der(w) = cross(J.*w, w);
  q*q = 1;
end QuaternionTop;
// q = exp(t L/(2 J1)) exp(t n e3/2) with L = (1.2, 0, 2) fixed in space and n = (1 - J3/J1) w3; w1 = 0.6 cos(n t), w2 = -0.6 sin(n t).
//: --rtol 1e-11 --stop 3
//: q[1] = -0.854314961004330 +- 1e-8
//: q[2] = 0.0358158001580432 +- 1e-8
//: q[3] = -0.505053638772546 +- 1e-8
//: q[4] = -0.117405271712219 +- 1e-8
//: w[2] = -0.0846720048359203 +- 1e-8
//: dof = 6
