// A periodic table from before its first point on: a triangle between 0 and 1 of period 2, over four periods.
model ReturningTable
  parameter Modelica.Blocks.Types.ExternalCombiTable1D table = Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName",
    [0, 0; 1, 1; 2, 0], {2}, Modelica.Blocks.Types.Smoothness.LinearSegments, Modelica.Blocks.Types.Extrapolation.Periodic);
  Real y = Modelica.Blocks.Tables.Internal.getTable1DValue(table, 1, time - 5.5), s(start = 0, fixed = true);
equation
  der(s) = y;
end ReturningTable;
//: --rtol 1e-10 --stop 8
//: y = 0.5 +- 1e-12
//: s = 4 +- 1e-8
