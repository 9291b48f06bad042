model FineTable "A hundred points, passed downwards and upwards"
  constant Real points[101, 2] = {if j == 1 then 0.04*i else (0.04*i)^2 + 0.1 for j in 1:2, i in 0:100};
  parameter Modelica.Blocks.Types.ExternalCombiTable1D rate =
    Modelica.Blocks.Types.ExternalCombiTable1D("NoName", "NoName", points, {2},
      Modelica.Blocks.Types.Smoothness.LinearSegments,
      Modelica.Blocks.Types.Extrapolation.LastTwoPoints);
  Real down(start = 3.5, fixed = true), up(start = 0.1, fixed = true);
equation
  der(down) = -Modelica.Blocks.Tables.Internal.getTable1DValue(rate, 1, down);
  der(up) = Modelica.Blocks.Tables.Internal.getTable1DValue(rate, 1, up);
end FineTable;
// An exponential in each piece.
//: --rtol 1e-10 --stop 2
//: down = 0.3584772148049 +- 1e-10
//: up = 0.4328368337219 +- 1e-10
//: events = 0
