model RiccatiMatrix "Matrix Riccati equation of a regulator, with transposes, slices and a matrix times a row"
  parameter Real A[2, 2] = [0, 1; -1, -0.5];
  parameter Real B[2, 1] = [0; 1];
  parameter Real Q[2, 2] = diagonal({2, 1});
  Real P[2, 2](start = zeros(2, 2), each fixed = true);
  Real K[2] "gain";
  Real skewness = P[1, 2] - P[2, 1];
equation
  der(P) = transpose(A)*P + P*A - P*B*transpose(B)*P + Q;
  K = vector(transpose(B)*P);
end RiccatiMatrix;
// P = V U^-1 with (U, V) from the exponential of the Hamiltonian matrix, mpmath at t = 2.
//: --rtol 1e-11 --stop 2
//: P[1,1] = 2.22368169446058 +- 1e-9
//: P[2,1] = 0.676907720017441 +- 1e-9
//: K[2] = 1.06247674120139 +- 1e-9
//: skewness = 0 +- 1e-14
