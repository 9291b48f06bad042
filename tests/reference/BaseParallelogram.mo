//! base 0.1.0
package 'ParallelogramPendulum'
  function 'ParallelogramPendulum.direction' "Unit vector at an angle from the x-axis"
    input Real 'angle'(unit = "rad", quantity = "Angle");
    output Real[2] 'e';
  algorithm
    'e' := {cos('angle'), sin('angle')};
    annotation(Inline = true);
  end 'ParallelogramPendulum.direction';

  model 'ParallelogramPendulum' "Planar pendulum with a closed loop: two arms carry a coupler, which does not turn"
    final parameter Real 'world.g'(unit = "m/s2", quantity = "Acceleration") = 9.81 "Constant gravity acceleration";
    parameter Real 'arm.L'(unit = "m", quantity = "Length", min = 0.0) = 1.0 "Length of both arms";
    parameter Real 'arm.J'(unit = "kg.m2", quantity = "MomentOfInertia", min = 0.0) = 0.1;
    parameter Real 'coupler.d'(unit = "m", quantity = "Length") = 1.5;
    parameter Real 'coupler.m'(unit = "kg", quantity = "Mass", min = 0.0) = 2.0;
    parameter Real 'coupler.J'(unit = "kg.m2", quantity = "MomentOfInertia") = 0.375;
    Real 'revolute1.phi'(start = 1.0, fixed = true, unit = "rad", quantity = "Angle", stateSelect = StateSelect.always) "Angle of the left arm from the vertical";
    Real 'revolute1.w'(start = 0.0, fixed = true, unit = "rad/s", quantity = "AngularVelocity", stateSelect = StateSelect.always);
    Real 'revolute3.phi'(start = 1.0, unit = "rad", quantity = "Angle", stateSelect = StateSelect.prefer);
    Real 'revolute3.w'(start = 0.0, unit = "rad/s", quantity = "AngularVelocity");
    Real 'coupler.phi'(start = 0.0, unit = "rad", quantity = "Angle");
    Real 'coupler.w'(start = 0.0, unit = "rad/s", quantity = "AngularVelocity");
    Real[2] 'coupler.frame_a.r_0'(each unit = "m", each quantity = "Length");
    Real[2] 'coupler.frame_b.r_0'(each unit = "m", each quantity = "Length");
    Real[2] 'coupler.r_0'(each unit = "m", each quantity = "Length") "Centre of mass";
    Real[2] 'coupler.v_0'(each unit = "m/s", each quantity = "Velocity");
    Real[2] 'coupler.frame_a.f'(each unit = "N", each quantity = "Force") "Cut-force of the arm on the coupler";
    Real[2] 'coupler.frame_b.f'(each unit = "N", each quantity = "Force");
  equation
    'revolute1.w' = der('revolute1.phi');
    'revolute3.w' = der('revolute3.phi');
    'coupler.w' = der('coupler.phi');
    'coupler.v_0' = der('coupler.r_0');
    'coupler.frame_a.r_0' = 'arm.L' * 'ParallelogramPendulum.direction'('revolute1.phi' - 1.5707963267948966);
    'coupler.frame_b.r_0' = 'coupler.frame_a.r_0' + 'coupler.d' * 'ParallelogramPendulum.direction'('coupler.phi');
    'coupler.r_0' = ('coupler.frame_a.r_0' + 'coupler.frame_b.r_0') / 2.0;
    'coupler.frame_b.r_0' = {'coupler.d', 0.0} + 'arm.L' * 'ParallelogramPendulum.direction'('revolute3.phi' - 1.5707963267948966) "Closes the loop";
    'coupler.m' * der('coupler.v_0') = 'coupler.frame_a.f' + 'coupler.frame_b.f' + {0.0, -'coupler.m' * 'world.g'};
    'coupler.J' * der('coupler.w') = ('coupler.d' / 2.0) * ('ParallelogramPendulum.direction'('coupler.phi' + 1.5707963267948966) * ('coupler.frame_b.f' - 'coupler.frame_a.f'));
    'arm.J' * der('revolute1.w') = -'arm.L' * ('ParallelogramPendulum.direction'('revolute1.phi') * 'coupler.frame_a.f');
    'arm.J' * der('revolute3.w') = -'arm.L' * ('ParallelogramPendulum.direction'('revolute3.phi') * 'coupler.frame_b.f');
    annotation(experiment(StartTime = 0.0, StopTime = 2.0, Tolerance = 1e-11));
  end 'ParallelogramPendulum';
end 'ParallelogramPendulum';
// (2 J + m L^2) phi'' = -m g L sin(phi): phi = 2 asin(k cd(w t, k)) with k = sin(1/2) (Jacobi's function from mpmath); the other arm is parallel.
//: --rtol 1e-11
//: 'revolute1.phi' = 0.783036212564786 +- 1e-8
//: 'revolute1.w' = 1.73347613144456 +- 1e-8
//: 'revolute3.phi' = 0.783036212564786 +- 1e-8
//: 'coupler.phi' = 0 +- 1e-9
//: 'coupler.r_0'[1] = 1.45543465888196 +- 1e-8
//: dof = 2
