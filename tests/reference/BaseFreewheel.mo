//! base 0.1.0
package 'Freewheel'
  model 'Freewheel' "A one-way clutch: the hub drives the wheel, and the wheel may overtake the hub"
    parameter Real 'hub.J'(unit = "kg.m2", quantity = "MomentOfInertia") = 1.0;
    parameter Real 'hub.d'(unit = "N.m.s/rad", quantity = "RotationalDampingConstant") = 0.5;
    parameter Real 'wheel.J'(unit = "kg.m2", quantity = "MomentOfInertia") = 2.0;
    parameter Real 'wheel.d'(unit = "N.m.s/rad", quantity = "RotationalDampingConstant") = 0.2;
    Real 'hub.w'(start = 0.0, fixed = true, unit = "rad/s", quantity = "AngularVelocity");
    Real 'wheel.w'(start = 0.0, unit = "rad/s", quantity = "AngularVelocity");
    Real 'wheel.phi'(start = 0.0, fixed = true, unit = "rad", quantity = "Angle");
    Real 'oneWayClutch.w_rel'(unit = "rad/s", quantity = "AngularVelocity") "Of the wheel to the hub";
    Real 'oneWayClutch.tau'(unit = "N.m", quantity = "Torque");
    Real 'oneWayClutch.s'(start = 1.0) "Path parameter: torque, or minus the relative speed";
    Boolean 'oneWayClutch.free'(start = false);
  equation
    'oneWayClutch.free' = 'oneWayClutch.s' <= 0.0;
    'oneWayClutch.w_rel' = if 'oneWayClutch.free' then -'oneWayClutch.s' else 0.0;
    'oneWayClutch.tau' = if 'oneWayClutch.free' then 0.0 else 'oneWayClutch.s';
    'oneWayClutch.w_rel' = 'wheel.w' - 'hub.w';
    'hub.J' * der('hub.w') = 6.0 * cos(time) - 'hub.d' * 'hub.w' - 'oneWayClutch.tau';
    'wheel.J' * der('wheel.w') = 'oneWayClutch.tau' - 'wheel.d' * 'wheel.w';
    'wheel.w' = der('wheel.phi');
    annotation(experiment(StartTime = 0.0, StopTime = 7.0));
  end 'Freewheel';
end 'Freewheel';
// Engaged (one speed, index 2) until the torque is zero, then free until the speeds meet: closed forms, times by bisection.
//: --rtol 1e-11
//: 'hub.w' = 2.36805101357122 +- 1e-8
//: 'wheel.w' = 2.36805101357122 +- 1e-8
//: 'wheel.phi' = 9.18690009279341 +- 1e-8
//: index = 2
//: dof = 2
//: events = 2
