// Complex numbers in a circuit whose voltage is a table: i = u/Z with Z = 3 + 4j, powers of arrays by conj.
model ComplexLoad
  parameter Modelica.Blocks.Types.ExternalCombiTable1D table = Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName",
    [0, 1; 1, 3], {2}, Modelica.Blocks.Types.Smoothness.LinearSegments, Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
  Complex u = Complex(Modelica.Blocks.Tables.Internal.getTable1DValue(table, 1, time), 0), i, Z = Complex(3, 4), s[3];
  Real p = sum(s[k].re for k in 1:3), rate = der(i.im);
equation
  u = Z*i;
  for k in 1:3 loop
    s[k] = k*u*Modelica.ComplexMath.conj(i);
  end for;
end ComplexLoad;
// u = 1 + 2 t = 2, i = (6 - 8j)/25, rate = -8/25, p = 6*4*3/25
//: --stop 0.5
//: i.re = 0.24 +- 1e-12
//: i.im = -0.32 +- 1e-12
//: rate = -0.32 +- 1e-12
//: p = 2.88 +- 1e-12
