model AkimaSpring "A mass on a spring that was measured at seven points; its energy is kept"
  parameter Modelica.Blocks.Types.ExternalCombiTable1D force =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", [-2, -5; -1, -1.5; -0.4, -1; 0, 0; 0.5, 0.4; 1.2, 2; 2, 6], {2},
      Modelica.Blocks.Types.Smoothness.ContinuousDerivative,
      Modelica.Blocks.Types.Extrapolation.NoExtrapolation);
  Real x(start = 1.5, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -Modelica.Blocks.Tables.Internal.getTable1DValue(force, 1, x);
end AkimaSpring;
// scipy's solve_ivp with rtol 1e-13, begun again at each knot.
//: --rtol 1e-10 --stop 10
//: x = 1.19952608519 +- 1e-8
//: v = -1.240931573568 +- 1e-8
//: events = 0
