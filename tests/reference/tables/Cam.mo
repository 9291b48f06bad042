model Cam "A follower rides on a cam whose height is a table of the angle: index 3"
  parameter Modelica.Blocks.Types.ExternalCombiTable1D height =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", [0, 0; 1, 0.2; 2, 0.8; 3, 1; 4, 1; 5, 0.7; 6, 0.2; 7, 0.1; 8, 0.3], {2},
      Modelica.Blocks.Types.Smoothness.ContinuousDerivative,
      Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
  parameter Real J = 0.5, m = 0.3, g = 9.81;
  Real phi(start = 0.5, fixed = true), w(start = 4, fixed = true), h, v, F;
equation
  der(phi) = w;
  der(h) = v;
  m*der(v) = F - m*g;
  J*der(w) = -F*Modelica.Blocks.Tables.Internal.getDerTable1DValue(height, 1, phi, 1);
  h = Modelica.Blocks.Tables.Internal.getTable1DValue(height, 1, phi);
end Cam;
// (J + m f'^2) phi'' + m f' f'' phi'^2 + m g f' = 0 by scipy, begun again at each knot.
//: --rtol 1e-10 --stop 1.5
//: phi = 4.402895049694 +- 1e-8
//: w = 2.442954852106 +- 1e-8
//: h = 0.9089862048259 +- 1e-8
//: index = 3
//: dof = 2
//: events = 0
