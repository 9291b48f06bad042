model JumpingInput "A time table with a jump, nothing before 0.5, shifted by 1, as the library writes it"
  parameter Modelica.Blocks.Types.ExternalCombiTimeTable tab =
    Modelica.Blocks.Types.ExternalCombiTimeTable("NoName", "NoName", [-1, 0; 0, 2; 0, -1; 1, -1; 3, 3], 0.5, {2},
      Modelica.Blocks.Types.Smoothness.LinearSegments,
      Modelica.Blocks.Types.Extrapolation.HoldLastPoint, 1.0,
      Modelica.Blocks.Types.TimeEvents.Always, false, ",", 0);
  discrete Real next(start = 0, fixed = true);
  Real x(start = 1, fixed = true), u;
equation
  when {time >= pre(next), initial()} then
    next = Modelica.Blocks.Tables.Internal.getNextTimeEvent(tab, time);
  end when;
  u = Modelica.Blocks.Tables.Internal.getTimeTableValue(tab, 1, time, next, pre(next));
  der(x) = u - x;
end JumpingInput;
// Piece by piece; events at 0.5, 1, 2, 4 and none behind.
//: --rtol 1e-10 --stop 5
//: x = 2.399977836819 +- 1e-9
//: u = 3 +- 1e-15
//: events = 4
