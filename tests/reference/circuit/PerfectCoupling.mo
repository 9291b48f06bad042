model PerfectCoupling "Two coils that share all of their flux, M^2 = L1 L2: one degree of freedom, not two"
  // Numbers that fit, not structure, make the matrix singular: Murota: Matrices and Matroids for Systems Analysis. Springer 2000.
  parameter Real L1 = 1, L2 = 4, M = 2, R1 = 1, R2 = 3;
  Real i1(start = 0, fixed = true), i2, u1, u2;
equation
  L1*der(i1) + M*der(i2) = u1;
  M*der(i1) + L2*der(i2) = u2;
  u1 = cos(2*time) - R1*i1;
  u2 = -R2*i2;
end PerfectCoupling;
// The flux i1 + 2 i2 as state, in 30 digits. With --set M=1.9 there are two.
//: --rtol 1e-10 --stop 1
//: i1 = -0.550295314637072 +- 1e-8
//: i2 = -0.0894323187266195 +- 1e-8
//: u1 = 0.134148478089929 +- 1e-8
//: u2 = 0.268296956179858 +- 1e-8
//: dof = 1
//: index = 1
