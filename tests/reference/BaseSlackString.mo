//! base 0.1.0
package 'SlackString'
  model 'SlackString' "A ball on a string is thrown upwards: where the string goes slack, index 3 becomes free flight"
    constant Real 'world.g'(unit = "m/s2", quantity = "Acceleration") = 9.81;
    parameter Real 'string.L'(unit = "m", quantity = "Length", min = 0.0) = 1.0;
    parameter Real 'body.m'(unit = "kg", quantity = "Mass", min = 0.0) = 0.3;
    Real[2] 'body.r_0'(start = {0.0, -1.0}, each unit = "m", each quantity = "Length") "Position, the hook is at {0, 0}";
    Real[2] 'body.v_0'(start = {sqrt(3.5 * 'world.g' * 'string.L'), 0.0}, each unit = "m/s", each quantity = "Velocity");
    Real 'string.f'(unit = "N/m", start = 10.0) "Force per length";
    Boolean 'string.taut'(start = true, fixed = true);
  equation
    'body.v_0' = der('body.r_0');
    'body.m' * der('body.v_0') = -'string.f' * 'body.r_0' - {0.0, 'body.m' * 'world.g'};
    if 'string.taut' then
      'body.r_0' * 'body.r_0' = 'string.L' ^ 2.0;
    else
      'string.f' = 0.0;
    end if;
    when 'string.f' < 0.0 then
      'string.taut' = false;
    end when;
  initial equation
    'body.r_0'[1] = 0.0;
    'body.v_0'[1] = sqrt(3.5 * 'world.g' * 'string.L');
    annotation(experiment(StartTime = 0.0, StopTime = 1.0, Tolerance = 1e-09));
  end 'SlackString';
end 'SlackString';
// The force is zero 30 degrees above the hook, where v^2 = g L/2; the time to get there by quadrature (mpmath); then a parabola.
//: --rtol 1e-11 --stop 0.9
//: 'body.r_0'[1] = 0.403141870570075 +- 1e-8
//: 'body.r_0'[2] = 0.444693136230222 +- 1e-8
//: 'body.v_0'[2] = -2.18262930136179 +- 1e-8
//: index = 3
//: dof = 2
//: events = 1
