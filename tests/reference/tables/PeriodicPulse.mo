model PeriodicPulse "A time table of levels that is repeated"
  parameter Modelica.Blocks.Types.ExternalCombiTimeTable tab =
    Modelica.Blocks.Types.ExternalCombiTimeTable("NoName", "NoName", [0, 2; 1, 4; 3, 2], -1e60, {2},
      Modelica.Blocks.Types.Smoothness.ConstantSegments,
      Modelica.Blocks.Types.Extrapolation.Periodic, 0.0,
      Modelica.Blocks.Types.TimeEvents.Always, false, ",", 0);
  discrete Real next(start = 0, fixed = true);
  Real x(start = 0, fixed = true), u;
equation
  when {time >= pre(next), initial()} then
    next = Modelica.Blocks.Tables.Internal.getNextTimeEvent(tab, time);
  end when;
  u = Modelica.Blocks.Tables.Internal.getTimeTableValue(tab, 1, time, next, pre(next));
  der(x) = u - x/2;
end PeriodicPulse;
// An exponential in each piece; events at 1, 3, 4, 6, 7, 9, 10.
//: --rtol 1e-10 --stop 10
//: x = 5.925196617272 +- 1e-9
//: events = 7
