model SpeedZones "Speeds by zone: a table of levels over the place"
  parameter Modelica.Blocks.Types.ExternalCombiTable1D speed =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", [0, 1; 1, 2; 3, 0.5], {2},
      Modelica.Blocks.Types.Smoothness.ConstantSegments,
      Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
  Real x(start = -1, fixed = true);
equation
  der(x) = Modelica.Blocks.Tables.Internal.getTable1DValue(speed, 1, x);
end SpeedZones;
// -1 to 1 in 2, to 3 in 1, then 0.5 for 3 more.
//: --rtol 1e-10 --stop 6
//: x = 4.5 +- 1e-9
//: events = 0
