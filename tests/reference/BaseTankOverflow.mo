//! base 0.1.0
package 'TankOverflow'
  model 'TankOverflow' "The first tank runs over into the second: its level stands at the brim until the pump stops"
    parameter Real 'tank1.A'(unit = "m2", quantity = "Area") = 1.0;
    parameter Real 'tank2.A'(unit = "m2", quantity = "Area") = 2.0;
    parameter Real 'tank1.brim'(unit = "m", quantity = "Height") = 1.2;
    parameter Real 'valve1.k' = 1.0 "Outflow per level";
    parameter Real 'valve2.k' = 0.5 "Outflow per level";
    Real 'tank1.level'(start = 0.5, fixed = true, unit = "m", quantity = "Height", min = 0.0);
    Real 'tank2.level'(start = 0.0, fixed = true, unit = "m", quantity = "Height", min = 0.0);
    Real 'pump.V_flow'(unit = "m3/s", quantity = "VolumeFlowRate");
    Real 'tank1.overflow'(unit = "m3/s", quantity = "VolumeFlowRate") "Flow over the brim";
    Boolean 'tank1.full'(start = false, fixed = true) "= true, if the level stands at the brim";
    Boolean 'pump.on';
  equation
    'pump.on' = sin(time + 0.3) > 0.0;
    'pump.V_flow' = if 'pump.on' then 2.0 else 0.5;
    'tank1.A' * der('tank1.level') = 'pump.V_flow' - 'valve1.k' * 'tank1.level' - 'tank1.overflow';
    'tank2.A' * der('tank2.level') = 'tank1.overflow' - 'valve2.k' * 'tank2.level';
    0.0 = if 'tank1.full' then 'tank1.level' - 'tank1.brim' else 'tank1.overflow';
    when 'tank1.level' > 'tank1.brim' then
      'tank1.full' = true;
    elsewhen 'tank1.overflow' < 0.0 then
      'tank1.full' = false;
    end when;
    annotation(experiment(StartTime = 0.0, StopTime = 8.5));
  end 'TankOverflow';
end 'TankOverflow';
// Exponentials between the brim (t = ln(1.5/0.8)), the stop of the pump (pi - 0.3), its next start, and the brim again.
//: --rtol 1e-10
//: 'tank1.level' = 1.2 +- 1e-12
//: 'tank1.overflow' = 0.8 +- 1e-9
//: 'tank2.level' = 0.772339665387883 +- 1e-8
//: dof = 2
