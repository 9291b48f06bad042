model PrescribedMotion "The force that moves a mass along a table over time: index 3"
  constant Real data[7, 2] = [0, 0; 1, 0.5; 2.5, 0.7; 3, 2; 4.2, 2; 5, -1; 7, 0.3];
  parameter Modelica.Blocks.Types.ExternalCombiTable1D path =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", data, {2},
      Modelica.Blocks.Types.Smoothness.ContinuousDerivative,
      Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
  Real s, v, F;
equation
  der(s) = v;
  2*der(v) = F;
  s = Modelica.Blocks.Tables.Internal.getTable1DValue(path, 1, time);
end PrescribedMotion;
// scipy's Akima1DInterpolator and its derivatives.
//: --rtol 1e-8 --stop 3.5
//: s = 2.436110645666 +- 1e-11
//: v = 0.2065480180008 +- 1e-11
//: F = -5.081625813864 +- 1e-11
//: dof = 0
//: events = 0
