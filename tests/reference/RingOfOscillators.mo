model RingOfOscillators "Six masses on a ring of springs carry a travelling wave; neighbours by mod"
  constant Real pi = 2*asin(1);
  parameter Integer N = 6;
  parameter Real k = 4 "stiffness, unit masses";
  parameter Real omega = 2*sqrt(k)*sin(pi/N) "of the wave that goes around once";
  Real q[N](start = {cos(2*pi*i/N) for i in 1:N}, each fixed = true);
  Real v[N](start = {omega*sin(2*pi*i/N) for i in 1:N}, each fixed = true);
equation
  der(q) = v;
  for i in 1:N loop
    der(v[i]) = k*(q[mod(i, N) + 1] - q[i]) + k*(q[mod(i - 2, N) + 1] - q[i]);
  end for;
end RingOfOscillators;
// q[i] = cos(2 pi i/N - omega t).
//: --rtol 1e-10 --stop 5
//: q[1] = -0.890671866763452 +- 1e-8
//: q[4] = 0.890671866763452 +- 1e-8
//: v[6] = 1.08804222177874 +- 1e-8
