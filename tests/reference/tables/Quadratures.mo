model Quadratures "A table over time in every smoothness, from before its first point to behind its last"
  constant Real data[7, 2] = [0, 0; 1, 0.5; 2.5, 0.7; 3, 2; 4.2, 2; 5, -1; 7, 0.3];
  parameter Modelica.Blocks.Types.ExternalCombiTable1D lines =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", data, {2},
      Modelica.Blocks.Types.Smoothness.LinearSegments,
      Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
  parameter Modelica.Blocks.Types.ExternalCombiTable1D akima =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", data, {2},
      Modelica.Blocks.Types.Smoothness.ContinuousDerivative,
      Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
  parameter Modelica.Blocks.Types.ExternalCombiTable1D levels =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", data, {2},
      Modelica.Blocks.Types.Smoothness.ConstantSegments,
      Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
  parameter Modelica.Blocks.Types.ExternalCombiTable1D butland =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", data, {2},
      Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative1,
      Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
  parameter Modelica.Blocks.Types.ExternalCombiTable1D steffen =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", data, {2},
      Modelica.Blocks.Types.Smoothness.MonotoneContinuousDerivative2,
      Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
  parameter Modelica.Blocks.Types.ExternalCombiTable1D modified =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", data, {2},
      Modelica.Blocks.Types.Smoothness.ModifiedContinuousDerivative,
      Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
  Real t = time - 1;
  Real a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
  Real d(start = 0, fixed = true), e(start = 0, fixed = true), f(start = 0, fixed = true);
equation
  der(a) = Modelica.Blocks.Tables.Internal.getTable1DValue(lines, 1, t);
  der(b) = Modelica.Blocks.Tables.Internal.getTable1DValue(akima, 1, t);
  der(c) = Modelica.Blocks.Tables.Internal.getTable1DValue(levels, 1, t);
  der(d) = Modelica.Blocks.Tables.Internal.getTable1DValue(butland, 1, t);
  der(e) = Modelica.Blocks.Tables.Internal.getTable1DValue(steffen, 1, t);
  der(f) = Modelica.Blocks.Tables.Internal.getTable1DValue(modified, 1, t);
end Quadratures;
// Integrals of scipy's splines with the slopes of each method; lines beyond the ends.
//: --rtol 1e-11 --stop 10
//: a = 5.575 +- 1e-9
//: b = 8.729642391906 +- 1e-9
//: c = 4.75 +- 1e-9
//: d = 5.373049453428 +- 1e-9
//: e = 5.383333333333 +- 1e-9
//: f = 7.53038319043 +- 1e-9
//: events = 0
