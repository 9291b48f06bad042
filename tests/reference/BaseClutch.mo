//! base 0.1.0
package 'Clutch'
  model 'Clutch' "Two inertias and a clutch: slipping, locked (the two speeds are one), slipping again"
    parameter Real 'J1.J'(unit = "kg.m2", quantity = "MomentOfInertia", min = 0.0) = 1.0;
    parameter Real 'J2.J'(unit = "kg.m2", quantity = "MomentOfInertia", min = 0.0) = 2.0;
    parameter Real 'clutch.tau0'(unit = "N.m", quantity = "Torque") = 4.0 "Of the slipping clutch";
    parameter Real 'clutch.peak'(min = 1.0) = 1.25 "peak*tau0 = the most that the locked clutch can bear";
    final parameter Real 'clutch.tau0_max'(unit = "N.m", quantity = "Torque") = 'clutch.peak' * 'clutch.tau0';
    Real 'J1.w'(start = 5.0, fixed = true, unit = "rad/s", quantity = "AngularVelocity", stateSelect = StateSelect.prefer);
    Real 'J2.w'(start = 0.0, fixed = true, unit = "rad/s", quantity = "AngularVelocity", stateSelect = StateSelect.prefer);
    Real 'J1.phi'(start = 0.0, fixed = true, unit = "rad", quantity = "Angle");
    Real 'J2.phi'(start = 0.0, fixed = true, unit = "rad", quantity = "Angle");
    Real 'clutch.w_rel'(unit = "rad/s", quantity = "AngularVelocity");
    Real 'clutch.tau'(unit = "N.m", quantity = "Torque");
    Real 'engine.tau'(unit = "N.m", quantity = "Torque");
    Boolean 'clutch.locked'(start = false, fixed = true) "= true, if no sliding";
  equation
    'engine.tau' = 2.0 * time;
    'J1.w' = der('J1.phi');
    'J2.w' = der('J2.phi');
    'J1.J' * der('J1.w') = 'engine.tau' - 'clutch.tau';
    'J2.J' * der('J2.w') = 'clutch.tau';
    'clutch.w_rel' = 'J1.w' - 'J2.w';
    if 'clutch.locked' then
      'clutch.w_rel' = 0.0;
    else
      'clutch.tau' = 'clutch.tau0';
    end if;
    when 'clutch.w_rel' < 0.0 then
      'clutch.locked' = true;
    elsewhen 'clutch.tau' > 'clutch.tau0_max' then
      'clutch.locked' = false;
    end when;
    annotation(experiment(StartTime = 0.0, StopTime = 5.0));
  end 'Clutch';
end 'Clutch';
// w1 - w2 = (t - 1)(t - 5) until t = 1; then both at 2 + (t^2 - 1)/3 until 4 t/3 = 5 at t = 3.75; then w1' = 2 t - 4 and w2' = 2. The
// angles are the integrals of these.
//: --rtol 1e-10
//: 'J1.w' = 12.2916666666667 +- 1e-8
//: 'J2.w' = 8.85416666666667 +- 1e-8
//: 'J1.phi' = 24.9930555555556 +- 1e-8
//: 'J2.phi' = 20.8368055555556 +- 1e-8
//: dof = 4
