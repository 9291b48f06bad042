model FivePhaseStar "A star of five windings on one core beside a long chain: few of many equations mislead structure"
  constant Real pi = 2*asin(1.0);
  parameter Integer n = 700;
  Real i[5], i0, v[5], star, psi[2](each start = 0, each fixed = true), v0;
  Real chain[n];
equation
  for k in 1:5 loop
    v[k] = cos(2*pi*(time - (k - 1)/5));
    v[k] - star = 2*i[k] + v0 + cos(2*pi*(k - 1)/5)*der(psi[1]) + sin(2*pi*(k - 1)/5)*der(psi[2]);
  end for;
  psi[1] = 3*sum(cos(2*pi*(k - 1)/5)*i[k] for k in 1:5);
  psi[2] = 3*sum(sin(2*pi*(k - 1)/5)*i[k] for k in 1:5);
  sum(i) = 0;
  5*i0 = sum(i);
  v0 = der(i0);
  chain[1] = sin(i[1]);
  for k in 2:n loop
    chain[k] = sin(chain[k - 1]);
  end for;
end FivePhaseStar;
// psi1' = cos(2 pi t) - a psi1, psi2' = sin(2 pi t) - a psi2, a = 4/15
//: psi[1] = 0.0015782516706706992 +- 1e-7
//: psi[2] = -0.037186678905711645 +- 1e-7
//: i0 = 0 +- 1e-15
//: dof = 2
