model FeketeTetrahedron "Four charges on a sphere, with friction, come to rest where their energy is least: a regular tetrahedron"
  constant Integer N = 4;
  parameter Real friction = 1.5;
  Real p[N, 3](start = {{1, 0, 0}, {0, 1, 0}, {0, 0.3, 1}, {-0.5, -0.6, 0.4}}) "moved onto the sphere at the start";
  Real q[N, 3](each start = 0);
  Real lambda[N];
  Real energy = sum(sum(1/sqrt((p[i, :] - p[j, :])*(p[i, :] - p[j, :])) for j in i + 1:N) for i in 1:N - 1);
  Real cosine = p[1, :]*p[3, :];
equation
  for i in 1:N loop
    der(p[i, :]) = q[i, :];
    for k in 1:3 loop
      der(q[i, k]) = sum(if j == i then 0 else (p[i, k] - p[j, k])/((p[i, :] - p[j, :])*(p[i, :] - p[j, :]))^1.5 for j in 1:N)
        - friction*q[i, k] - lambda[i]*p[i, k];
    end for;
    p[i, :]*p[i, :] = 1;
  end for;
end FeketeTetrahedron;
// Six distances of sqrt(8/3): energy 6 sqrt(3/8); two corners of a tetrahedron enclose acos(-1/3); at rest lambda is the push
// outwards, half the energy of one charge.
//: --rtol 1e-9 --stop 60
//: energy = 3.67423461417477 +- 1e-9
//: cosine = -0.333333333333333333 +- 1e-7
//: lambda[2] = 0.918558653543692 +- 1e-7
//: index = 3
//: dof = 16
