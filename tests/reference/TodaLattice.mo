model TodaLattice "Periodic Toda lattice of three: energy, momentum and the trace of the cube of Lax' matrix are kept"
  constant Integer N = 3;
  Real q[N](start = {0, 0.4, -0.3}, each fixed = true);
  Real p[N](start = {0.5, -0.8, 0.6}, each fixed = true);
  Real a[N] = {exp((q[i] - q[mod(i, N) + 1])/2) for i in 1:N};
  Real lax[N, N] = [p[1], a[1], a[3]; a[1], p[2], a[2]; a[3], a[2], p[3]];
  Real cube[N, N] = lax^3;
  Real energy = p*p/2 + a*a annotation(__involute(invariant = true));
  Real momentum = sum(p) annotation(__involute(invariant = true));
  Real third = sum(cube[i, i] for i in 1:N) annotation(__involute(invariant = true));
equation
  der(q) = p;
  for i in 1:N loop
    der(p[i]) = a[mod(i - 2, N) + 1]^2 - a[i]^2;
  end for;
end TodaLattice;
// Taylor series of mpmath at 25 digits; the invariants at their start.
//: --rtol 1e-11 --stop 10
//: q[1] = 0.989373153266375 +- 1e-7
//: p[2] = 0.241258053994728 +- 1e-7
//: energy = 4.04989097418783 +- 1e-13
//: third = 6.46216046233531 +- 1e-12
