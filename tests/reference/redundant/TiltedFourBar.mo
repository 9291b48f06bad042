model TiltedFourBar "A plane four bar linkage whose loop is closed in space: three equations where two are enough"
  // The plane is spanned by u and w; the numbers in which the third equation depends on the others are not round.
  parameter Real L1 = 1, L2 = 2, L3 = 1.5, d = 2, I[3] = {1, 0.5, 0.5}, tilt = 0.7;
  parameter Real u[3] = {cos(0.3), sin(0.3)*cos(tilt), sin(0.3)*sin(tilt)}, w[3] = {-sin(0.3), cos(0.3)*cos(tilt), cos(0.3)*sin(tilt)};
  Real a1(start = 1, fixed = true), a2(start = 0.3), a3(start = 1.26), mx "forces of the joint", my;
initial equation
  der(a1) = 0.2;
equation
  I[1]*der(der(a1)) = 1 - a1 + L1*(sin(a1)*mx - cos(a1)*my);
  I[2]*der(der(a2)) = -der(a2)/5 + L2*(sin(a2)*mx - cos(a2)*my);
  I[3]*der(der(a3)) = -L3*(sin(a3)*mx - cos(a3)*my);
  for k in 1:3 loop
    u[k]*(L1*cos(a1) + L2*cos(a2) - L3*cos(a3) - d) + w[k]*(L1*sin(a1) + L2*sin(a2) - L3*sin(a3)) = 0;
  end for;
end TiltedFourBar;
// The equations of motion with the second derivatives of the loop in the plane, in 30 digits.
//: --rtol 1e-10 --stop 2
//: a1 = 1.20578738771544 +- 1e-7
//: a2 = 0.272845905658659 +- 1e-7
//: a3 = 1.38101009865077 +- 1e-7
//: mx = 0.0360094705639368 +- 1e-6
//: my = 0.00494775168544689 +- 1e-6
//: dof = 2
//: index = 3
