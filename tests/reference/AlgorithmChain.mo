model AlgorithmChain "A free chain of four masses; an algorithm section adds up the forces of the springs"
  constant Real pi = 2*asin(1);
  parameter Integer N = 4;
  parameter Real k = 9;
  parameter Real shape[N](each fixed = false);
  Real x[N](start = shape, each fixed = true), v[N](each start = 0.25, each fixed = true);
  Real F[N], pull;
initial algorithm
  for i in 1:N loop
    shape[i] := cos(pi*(i - 0.5)/N) - 0.5*cos(2*pi*(i - 0.5)/N);
  end for;
algorithm
  F := zeros(N);
  for i in 1:N - 1 loop
    pull := k*(x[i + 1] - x[i]);
    F[i] := F[i] + pull;
    F[i + 1] := F[i + 1] - pull;
  end for;
equation
  der(x) = v;
  der(v) = F;
end AlgorithmChain;
// Modes cos(j pi (i - 1/2)/N) with 2 sqrt(k) sin(j pi/(2 N)), and the uniform motion t/4.
//: --rtol 1e-11 --stop 4
//: x[1] = 0.209930487650328 +- 1e-8
//: x[3] = 1.26443354204138 +- 1e-8
//: v[4] = -0.674305853964417 +- 1e-8
