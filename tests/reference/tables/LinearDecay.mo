model LinearDecay "x decays by a rate that is linear piece by piece"
  parameter Modelica.Blocks.Types.ExternalCombiTable1D rate =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", [0, 0; 1, 1; 2, 4; 4, 5], {2},
      Modelica.Blocks.Types.Smoothness.LinearSegments,
      Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
  Real x(start = 3.5, fixed = true);
equation
  der(x) = -Modelica.Blocks.Tables.Internal.getTable1DValue(rate, 1, x);
end LinearDecay;
// An exponential in each piece.
//: --rtol 1e-11 --stop 3
//: x = 0.1114475317862 +- 1e-11
//: events = 0
