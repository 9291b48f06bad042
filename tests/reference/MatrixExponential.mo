model MatrixExponential "X' = A X with X(0) = 1: the columns are the matrix exponential, the determinant is exp(t tr A)"
  parameter Real A[3, 3] = [-1, 2, 0; -2, -1, 1; 0.5, 0, -0.25];
  Real X[3, 3](start = identity(3), each fixed = true);
  Real determinant = X[:, 1]*cross(X[:, 2], X[:, 3]);
  Real half[3] = X*{1, 0, -1}/2;
equation
  der(X) = A*X;
end MatrixExponential;
// Matrix exponential of mpmath at t = 1.5; determinant exp(-2.25 t).
//: --rtol 1e-11 --stop 1.5
//: X[1,1] = -0.149362653796647 +- 1e-9
//: X[2,3] = 0.207872009601909 +- 1e-9
//: X[3,1] = 0.103936004800954 +- 1e-9
//: half[2] = -0.101042153262323 +- 1e-9
//: determinant = 0.0342181183116660 +- 1e-9
