model RotationMatrix "R' = R skew(w), and R stays orthogonal: nine equations more than unknowns, three of them twice"
  parameter Real w[3] = {0.3, -0.5, 1.1};
  Real R[3, 3](start = identity(3));
equation
  der(R) = R*skew(w);
  transpose(R)*R = identity(3);
end RotationMatrix;
// Rodrigues' formula for the angle |w| t.
//: --rtol 1e-11 --stop 4
//: R[1,1] = 0.307102383242070 +- 1e-9
//: R[1,2] = 0.780913201059545 +- 1e-9
//: R[2,3] = -0.0286318077959901 +- 1e-9
//: R[3,1] = -0.230704933466491 +- 1e-9
//: dof = 3
