model SolvedPendulum "Double pendulum in angles; a function with loops solves the linear system of its mass matrix"
  function solve "Gaussian elimination without pivoting"
    input Real A[:, size(A, 1)];
    input Real b[size(A, 1)];
    output Real x[size(A, 1)];
  protected
    Integer n = size(A, 1);
    Real a[size(A, 1), size(A, 1)] = A;
    Real factor;
  algorithm
    x := b;
    for k in 1:n loop
      for i in k + 1:n loop
        factor := a[i, k]/a[k, k];
        a[i, :] := a[i, :] - factor*a[k, :];
        x[i] := x[i] - factor*x[k];
      end for;
    end for;
    for k in n:-1:1 loop
      x[k] := (x[k] - a[k, k + 1:n]*x[k + 1:n])/a[k, k];
    end for;
  end solve;

  parameter Real m[2] = {1, 0.5}, l[2] = {1, 0.7}, g = 9.81;
  Real phi[2](start = {1.2, -0.5}, each fixed = true);
  Real w[2](each start = 0, each fixed = true);
  Real d = phi[1] - phi[2], c = m[2]*l[1]*l[2];
equation
  der(phi) = w;
  der(w) = solve([sum(m)*l[1]^2, c*cos(d); c*cos(d), m[2]*l[2]^2],
    {-c*sin(d)*w[2]^2 - sum(m)*g*l[1]*sin(phi[1]), c*sin(d)*w[1]^2 - m[2]*g*l[2]*sin(phi[2])});
end SolvedPendulum;
// RK4 in Python with 500 and 1000 steps, extrapolated, from the general formula for N pendulums.
//: --rtol 1e-11 --stop 1.5
//: phi[1] = 0.0323009688598597 +- 1e-7
//: phi[2] = -2.23428194222571 +- 1e-7
