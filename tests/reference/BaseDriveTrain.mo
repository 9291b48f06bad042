//! base 0.1.0
package 'DriveTrain'
  model 'DriveTrain' "A motor, an ideal gear, an elastic shaft and a load: rotational drive train"
    parameter Real 'sine.amplitude'(unit = "1") = 10.0 "Amplitude of sine wave";
    parameter Real 'sine.f'(unit = "Hz", quantity = "Frequency", start = 1.0) = 0.5 "Frequency of sine wave";
    final parameter Real 'sine.phase'(unit = "rad", displayUnit = "deg", quantity = "Angle") = 0.0;
    parameter Real 'inertia1.J'(start = 1.0, unit = "kg.m2", quantity = "MomentOfInertia", min = 0.0) = 0.2 "Moment of inertia";
    parameter Real 'inertia2.J'(start = 1.0, unit = "kg.m2", quantity = "MomentOfInertia", min = 0.0) = 1.5;
    parameter Real 'inertia3.J'(start = 1.0, unit = "kg.m2", quantity = "MomentOfInertia", min = 0.0) = 4.0;
    parameter Real 'idealGear.ratio'(start = 1.0) = 5.0 "Transmission ratio (flange_a.phi/flange_b.phi)";
    parameter Boolean 'idealGear.useSupport' = false "= true, if support flange enabled, otherwise implicitly grounded";
    parameter Real 'springDamper.c'(start = 100000.0, unit = "N.m/rad", min = 0.0, quantity = "RotationalSpringConstant") = 100.0;
    parameter Real 'springDamper.d'(start = 0.0, unit = "N.m.s/rad", min = 0.0, quantity = "RotationalDampingConstant") = 2.0;
    Real 'inertia1.phi'(unit = "rad", quantity = "Angle", stateSelect = StateSelect.default);
    Real 'inertia1.w'(unit = "rad/s", quantity = "AngularVelocity", stateSelect = StateSelect.default);
    Real 'inertia1.a'(unit = "rad/s2", quantity = "AngularAcceleration");
    Real 'inertia2.phi'(start = 0.0, fixed = true, unit = "rad", quantity = "Angle", stateSelect = StateSelect.prefer);
    Real 'inertia2.w'(start = 0.0, fixed = true, unit = "rad/s", quantity = "AngularVelocity", stateSelect = StateSelect.prefer);
    Real 'inertia2.a'(unit = "rad/s2", quantity = "AngularAcceleration");
    Real 'inertia3.w'(start = 0.0, fixed = true, unit = "rad/s", quantity = "AngularVelocity");
    Real 'inertia3.phi'(unit = "rad", quantity = "Angle");
    Real 'springDamper.phi_rel'(start = 0.0, fixed = true, unit = "rad", quantity = "Angle", nominal = if 1e-6 >= 1e-15 then 0.0001 else 1.0, stateSelect = StateSelect.prefer);
    Real 'springDamper.w_rel'(start = 0.0, unit = "rad/s", quantity = "AngularVelocity", stateSelect = StateSelect.prefer);
    Real 'springDamper.tau'(unit = "N.m", quantity = "Torque");
    Real 'torque.tau'(unit = "N.m", quantity = "Torque");
    Real 'idealGear.flange_a.tau'(unit = "N.m", quantity = "Torque") "Cut torque in the flange";
    Real 'idealGear.flange_b.tau'(unit = "N.m", quantity = "Torque") "Cut torque in the flange";
  equation
    'torque.tau' = 'sine.amplitude' * sin(6.283185307179586 * 'sine.f' * time + 'sine.phase');
    'inertia1.w' = der('inertia1.phi');
    'inertia1.a' = der('inertia1.w');
    'inertia1.J' * 'inertia1.a' = 'torque.tau' - 'idealGear.flange_a.tau';
    'inertia1.phi' = 'idealGear.ratio' * 'inertia2.phi';
    0.0 = 'idealGear.ratio' * 'idealGear.flange_a.tau' + 'idealGear.flange_b.tau';
    'inertia2.w' = der('inertia2.phi');
    'inertia2.a' = der('inertia2.w');
    'inertia2.J' * 'inertia2.a' = -'idealGear.flange_b.tau' + 'springDamper.tau';
    'springDamper.phi_rel' = 'inertia3.phi' - 'inertia2.phi';
    'springDamper.w_rel' = der('springDamper.phi_rel');
    'springDamper.tau' = 'springDamper.c' * 'springDamper.phi_rel' + 'springDamper.d' * 'springDamper.w_rel';
    'inertia3.w' = der('inertia3.phi');
    'inertia3.J' * der('inertia3.w') = -'springDamper.tau';
    annotation(experiment(StartTime = 0.0, StopTime = 1.5, Tolerance = 1e-06));
  end 'DriveTrain';
end 'DriveTrain';
// Two inertias, 0.2*25 + 1.5 and 4, on a damped spring under 50 sin(pi t): exponential of the matrix with the oscillator in it.
//: --rtol 1e-11
//: 'inertia1.phi' = 13.2934500680189 +- 1e-8
//: 'inertia2.w' = 1.65521086038196 +- 1e-8
//: 'inertia3.w' = 1.28915592917669 +- 1e-8
//: 'springDamper.tau' = 24.8442777141287 +- 1e-7
//: dof = 4
//: coordinates = 5
