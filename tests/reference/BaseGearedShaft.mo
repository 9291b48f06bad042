//! base 0.1.0
package 'GearedShaft'
  model 'GearedShaft' "Two inertias on a gear, against a spring at the wall: flanges as exported"
    parameter Real 'rotor.J'(unit = "kg.m2", min = 0.0) = 0.25;
    parameter Real 'wheel.J'(unit = "kg.m2", min = 0.0) = 1.0;
    parameter Real 'gear.ratio' = 2.0 "flange_a.phi/flange_b.phi";
    parameter Real 'spring.c'(unit = "N.m/rad", min = 0.0) = 8.0;
    final parameter Real 'fixed.phi0'(unit = "rad") = 0.0;
    Real 'rotor.flange_a.phi'(unit = "rad");
    Real 'rotor.flange_a.tau'(unit = "N.m");
    Real 'rotor.flange_b.phi'(unit = "rad");
    Real 'rotor.flange_b.tau'(unit = "N.m");
    Real 'rotor.phi'(unit = "rad", stateSelect = StateSelect.default);
    Real 'rotor.w'(unit = "rad/s", stateSelect = StateSelect.default);
    Real 'rotor.a'(unit = "rad/s2");
    Real 'gear.flange_a.phi'(unit = "rad");
    Real 'gear.flange_a.tau'(unit = "N.m");
    Real 'gear.flange_b.phi'(unit = "rad");
    Real 'gear.flange_b.tau'(unit = "N.m");
    Real 'gear.phi_a'(unit = "rad");
    Real 'gear.phi_b'(unit = "rad");
    Real 'wheel.flange_a.phi'(unit = "rad");
    Real 'wheel.flange_a.tau'(unit = "N.m");
    Real 'wheel.flange_b.phi'(unit = "rad");
    Real 'wheel.flange_b.tau'(unit = "N.m");
    Real 'wheel.phi'(start = 0.5, fixed = true, unit = "rad", stateSelect = StateSelect.prefer);
    Real 'wheel.w'(start = 1.0, fixed = true, unit = "rad/s", stateSelect = StateSelect.prefer);
    Real 'wheel.a'(unit = "rad/s2");
    Real 'spring.flange_a.phi'(unit = "rad");
    Real 'spring.flange_a.tau'(unit = "N.m");
    Real 'spring.flange_b.phi'(unit = "rad");
    Real 'spring.flange_b.tau'(unit = "N.m");
    Real 'spring.phi_rel'(unit = "rad");
    Real 'spring.tau'(unit = "N.m");
    Real 'fixed.flange.phi'(unit = "rad");
    Real 'fixed.flange.tau'(unit = "N.m");
    Real 'sensor.w'(unit = "rad/s") "der of a flange";
  equation
    'rotor.flange_a.tau' = 0.0;
    'rotor.phi' = 'rotor.flange_a.phi';
    'rotor.phi' = 'rotor.flange_b.phi';
    'rotor.w' = der('rotor.phi');
    'rotor.a' = der('rotor.w');
    'rotor.J' * 'rotor.a' = 'rotor.flange_a.tau' + 'rotor.flange_b.tau';
    'rotor.flange_b.phi' = 'gear.flange_a.phi';
    'rotor.flange_b.tau' + 'gear.flange_a.tau' = 0.0;
    'gear.phi_a' = 'gear.flange_a.phi';
    'gear.phi_b' = 'gear.flange_b.phi';
    'gear.phi_a' = 'gear.ratio' * 'gear.phi_b';
    0.0 = 'gear.ratio' * 'gear.flange_a.tau' + 'gear.flange_b.tau';
    'gear.flange_b.phi' = 'wheel.flange_a.phi';
    'gear.flange_b.tau' + 'wheel.flange_a.tau' = 0.0;
    'wheel.phi' = 'wheel.flange_a.phi';
    'wheel.phi' = 'wheel.flange_b.phi';
    'wheel.w' = der('wheel.phi');
    'wheel.a' = der('wheel.w');
    'wheel.J' * 'wheel.a' = 'wheel.flange_a.tau' + 'wheel.flange_b.tau';
    'wheel.flange_b.phi' = 'spring.flange_a.phi';
    'wheel.flange_b.tau' + 'spring.flange_a.tau' = 0.0;
    'spring.phi_rel' = 'spring.flange_b.phi' - 'spring.flange_a.phi';
    'spring.flange_b.tau' = 'spring.tau';
    'spring.flange_a.tau' = -'spring.tau';
    'spring.tau' = 'spring.c' * 'spring.phi_rel';
    'spring.flange_b.phi' = 'fixed.flange.phi';
    'spring.flange_b.tau' + 'fixed.flange.tau' = 0.0;
    'fixed.flange.phi' = 'fixed.phi0';
    'sensor.w' = der('spring.phi_rel');
    annotation(experiment(StartTime = 0.0, StopTime = 2.0, Tolerance = 1e-06));
  end 'GearedShaft';
end 'GearedShaft';
// (0.25*4 + 1) phi'' = -8 phi: phi = 0.5 cos 2t + 0.5 sin 2t.
//: --rtol 1e-11
//: 'wheel.phi' = -0.70522305808577 +- 1e-9
//: 'rotor.flange_a.phi' = -1.41044611617154 +- 1e-9
//: 'rotor.w' = 0.206317748888633 +- 1e-8
//: 'sensor.w' = -0.103158874444316 +- 1e-8
//: 'gear.flange_a.tau' = -1.41044611617154 +- 1e-8
//: coordinates = 3
//: dof = 2
