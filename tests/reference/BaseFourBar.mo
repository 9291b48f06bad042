//! base 0.1.0
package 'FourBar'
  record 'Frames.Orientation' "Orientation object defining rotation from a frame 1 into a frame 2"
    Real[3, 3] 'T' "Transformation matrix from world frame to local frame";
    Real[3] 'w'(each unit = "rad/s", each quantity = "AngularVelocity") "Absolute angular velocity of local frame";
  end 'Frames.Orientation';

  function 'Frames.planarRotation' "Return orientation object of a planar rotation"
    input Real[3] 'e'(each unit = "1") "Normalized axis of rotation (must have length=1)";
    input Real 'angle'(unit = "rad", quantity = "Angle") "Rotation angle to rotate frame 1 into frame 2 along axis e";
    input Real 'der_angle'(unit = "rad/s", quantity = "AngularVelocity") "= der(angle)";
    output 'Frames.Orientation' 'R' "Orientation object to rotate frame 1 into frame 2";
  algorithm
    'R' := 'Frames.Orientation'('T' = matrix('e') * transpose(matrix('e')) + (identity(3) - matrix('e') * transpose(matrix('e'))) * cos('angle') - skew('e') * sin('angle'), 'w' = 'e' * 'der_angle');
    annotation(Inline = true);
  end 'Frames.planarRotation';

  function 'Frames.resolve1' "Transform vector from frame 2 to frame 1"
    input 'Frames.Orientation' 'R' "Orientation object to rotate frame 1 into frame 2";
    input Real[3] 'v2' "Vector in frame 2";
    output Real[3] 'v1' "Vector in frame 1";
  algorithm
    'v1' := transpose('R'.'T') * 'v2';
    annotation(derivative(noDerivative = 'R') = 'Frames.resolve1_der', Inline = true);
  end 'Frames.resolve1';

  model 'FourBar' "Four bar with a crank that turns uniformly, in the frames of a multibody library"
    constant Real[3] 'world.g'(each unit = "m/s2") = {0.0, -9.81, 0.0};
    final parameter Real[3] 'n'(each unit = "1") = {0.0, 0.0, 1.0} "Axis of rotation of all joints";
    parameter Real 'crank.L'(unit = "m", quantity = "Length") = 0.3;
    parameter Real 'crank.w'(unit = "rad/s", quantity = "AngularVelocity") = 2.0;
    parameter Real 'coupler.L'(unit = "m", quantity = "Length") = 1.0;
    parameter Real 'coupler.m'(unit = "kg", quantity = "Mass") = 3.0;
    final parameter Real 'coupler.I_33'(unit = "kg.m2", quantity = "MomentOfInertia") = 'coupler.m' * 'coupler.L' ^ 2.0 / 12.0;
    parameter Real 'rocker.L'(unit = "m", quantity = "Length") = 0.8;
    parameter Real 'rocker.I_33'(unit = "kg.m2", quantity = "MomentOfInertia") = 0.5 "About the joint";
    final parameter Real[3] 'ground.r'(each unit = "m") = {1.0, 0.0, 0.0};
    Real 'crank.phi'(unit = "rad"), 'coupler.phi'(unit = "rad", start = 0.8), 'rocker.phi'(unit = "rad", start = 1.7);
    Real 'coupler.w'(unit = "rad/s"), 'rocker.w'(unit = "rad/s");
    'Frames.Orientation' 'crank.R', 'coupler.R', 'rocker.R';
    Real[3] 'coupler.frame_a.r_0'(each unit = "m"), 'coupler.frame_b.r_0'(each unit = "m"), 'rocker.frame_b.r_0'(each unit = "m");
    Real[3] 'coupler.r_CM'(each unit = "m") "Absolute position of center of mass", 'coupler.v_CM'(each unit = "m/s");
    Real[2] 'coupler.frame_a.f'(each unit = "N") "Forces of the crank on the coupler";
    Real[2] 'coupler.frame_b.f'(each unit = "N") "Forces of the rocker on the coupler";
    Real 'crank.tau'(unit = "N.m", quantity = "Torque") "Torque that keeps the crank at its speed";
  equation
    'crank.phi' = 'crank.w' * time;
    'coupler.w' = der('coupler.phi');
    'rocker.w' = der('rocker.phi');
    'crank.R' = 'Frames.planarRotation'('n', 'crank.phi', 'crank.w');
    'coupler.R' = 'Frames.planarRotation'('n', 'coupler.phi', 'coupler.w');
    'rocker.R' = 'Frames.planarRotation'('n', 'rocker.phi', 'rocker.w');
    'coupler.frame_a.r_0' = 'Frames.resolve1'('crank.R', {'crank.L', 0.0, 0.0});
    'coupler.frame_b.r_0' = 'coupler.frame_a.r_0' + 'Frames.resolve1'('coupler.R', {'coupler.L', 0.0, 0.0});
    'rocker.frame_b.r_0' = 'ground.r' + 'Frames.resolve1'('rocker.R', {'rocker.L', 0.0, 0.0});
    'coupler.r_CM' = 'coupler.frame_a.r_0' + 'Frames.resolve1'('coupler.R', {'coupler.L' / 2.0, 0.0, 0.0});
    'coupler.v_CM' = der('coupler.r_CM');
    'coupler.frame_b.r_0'[1] = 'rocker.frame_b.r_0'[1] "Planar cut joint";
    'coupler.frame_b.r_0'[2] = 'rocker.frame_b.r_0'[2];
    'coupler.m' * (der('coupler.v_CM'[1]) - 'world.g'[1]) = 'coupler.frame_a.f'[1] + 'coupler.frame_b.f'[1];
    'coupler.m' * (der('coupler.v_CM'[2]) - 'world.g'[2]) = 'coupler.frame_a.f'[2] + 'coupler.frame_b.f'[2];
    'coupler.I_33' * der('coupler.w') = 'n' * (cross('coupler.frame_a.r_0' - 'coupler.r_CM', cat(1, 'coupler.frame_a.f', {0.0})) + cross('coupler.frame_b.r_0' - 'coupler.r_CM', cat(1, 'coupler.frame_b.f', {0.0})));
    'rocker.I_33' * der('rocker.w') = -'n' * cross('rocker.frame_b.r_0' - 'ground.r', cat(1, 'coupler.frame_b.f', {0.0}));
    0.0 = 'crank.tau' - 'n' * cross('coupler.frame_a.r_0', cat(1, 'coupler.frame_a.f', {0.0}));
    annotation(experiment(StartTime = 0.0, StopTime = 1.3, Tolerance = 1e-06));
  end 'FourBar';
end 'FourBar';
// Angles from the triangle of coupler, rocker and diagonal; torque = (d/dt of the energy)/w, derivatives by mpmath.
//: --rtol 1e-10
//: 'coupler.phi' = 0.561052611833363 +- 1e-11
//: 'rocker.phi' = 2.10943034328240 +- 1e-11
//: 'rocker.w' = 0.669471320933263 +- 1e-10
//: 'crank.tau' = -6.14062087062728 +- 1e-9
//: 'rocker.R'.'T'[1,2] = 0.858410182229310 +- 1e-10
//: index = 3
//: dof = 0
//: coordinates = 7
