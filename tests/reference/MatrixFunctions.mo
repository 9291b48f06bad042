// Functions of Modelica.Math.Matrices: of parameters, with a pivot that vanishes, and of matrices that turn.
model MatrixFunctions
  parameter Real A[3, 3] = [0, 2, 1; 1, 1, 1; 2, 1, -1];
  Real I[3, 3] = A*Modelica.Math.Matrices.inv(A);
  Real d = Modelica.Math.Matrices.det(A), s = Modelica.Math.Matrices.det([1, 2; 2, 4]), p = Modelica.Math.Matrices.det([0, 0; 1, 2]);
  Real R[2, 2] = [cos(3*time), -sin(3*time); sin(3*time), cos(3*time)];
  Real T[2, 2] = Modelica.Math.Matrices.inv(R) "the transposed one";
  Real e = Modelica.Math.Matrices.det(R);
  Real x[2] = Modelica.Math.Matrices.solve(R, {1, 0});
  Real X[2, 3] = Modelica.Math.Matrices.solve2([2, 1; 1, 3], [3, 2, 1; 4, 1, 3]);
  Real t = Modelica.Math.Matrices.trace(A);
end MatrixFunctions;
// det A = -2 (-1 - 2) + (1 - 2) = 5; cos 6 = 0.960170286650366, sin 6 = -0.279415498198926
//: --stop 2
//: I[1,1] = 1 +- 1e-14
//: I[1,2] = 0 +- 1e-14
//: I[3,3] = 1 +- 1e-14
//: d = 5 +- 1e-14
//: s = 0 +- 1e-14
//: p = 0 +- 1e-14
//: T[1,2] = -0.279415498198926 +- 1e-14
//: T[2,1] = 0.279415498198926 +- 1e-14
//: e = 1 +- 1e-14
//: x[1] = 0.960170286650366 +- 1e-14
//: x[2] = 0.279415498198926 +- 1e-14
//: X[1,1] = 1 +- 1e-14
//: X[2,1] = 1 +- 1e-14
//: X[1,2] = 1 +- 1e-14
//: X[1,3] = 0 +- 1e-14
//: X[2,3] = 1 +- 1e-14
//: t = 0 +- 1e-14
