model Landscape "A bilinear and a smooth surface along a circle"
  parameter Modelica.Blocks.Types.ExternalCombiTable2D lines =
    Modelica.Blocks.Types.ExternalCombiTable2D("NoName", "NoName", [0, 0, 1, 3; 0, 1, 2, 0; 2, -1, 3, 1; 3, 0, 0, 4],
      Modelica.Blocks.Types.Smoothness.LinearSegments, Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
  parameter Modelica.Blocks.Types.ExternalCombiTable2D smooth =
    Modelica.Blocks.Types.ExternalCombiTable2D("NoName", "NoName", [0, 0, 1, 3; 0, 1, 2, 0; 2, -1, 3, 1; 3, 0, 0, 4],
      Modelica.Blocks.Types.Smoothness.ContinuousDerivative, Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
  Real x = 1.5 + 2*cos(time), y = 1.5 + 2*sin(time);
  Real a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  der(a) = Modelica.Blocks.Tables.Internal.getTable2DValue(lines, x, y);
  der(b) = Modelica.Blocks.Tables.Internal.getTable2DValue(smooth, x, y);
end Landscape;
// Quadrature by another program with its own surfaces.
//: --rtol 1e-10 --stop 6
//: a = 5.338925639804 +- 1e-8
//: b = -2.293247906717 +- 1e-8
//: events = 0
