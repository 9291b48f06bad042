// A point on the unit circle whose x is a table over time with corners, and the area under y by its primitive: vy = -x vx/y.
model KinkedGuide
  parameter Modelica.Blocks.Types.ExternalCombiTable1D table = Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName",
    [0, 0; 1, 0.5; 2, 0.2; 3, 0.8], {2}, Modelica.Blocks.Types.Smoothness.LinearSegments, Modelica.Blocks.Types.Extrapolation.HoldLastPoint);
  Real x = Modelica.Blocks.Tables.Internal.getTable1DValue(table, 1, time), y(start = 1), vy = der(y), s(start = 0, fixed = true);
equation
  x^2 + y^2 = 1;
  der(s) = y;
end KinkedGuide;
// P(x) = (x sqrt(1 - x^2) + asin x)/2; s = P(0.5)/0.5 + (P(0.5) - P(0.2))/0.3 + (P(0.5) - P(0.2))/0.6
//: --rtol 1e-10 --stop 2.5
//: y = 0.866025403784439 +- 1e-12
//: vy = -0.346410161513775 +- 1e-10
//: s = 2.35484742068435 +- 1e-8
