// Functions that exported models call and do not contain: Modelica.Mechanics.MultiBody.Frames.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  // A frame 2 as seen from a frame 1: v2 = T*v1 are the components of a vector in both; w is the angular velocity of
  // frame 2 against frame 1, resolved in frame 2.
  record 'Modelica.Mechanics.MultiBody.Frames.Orientation'
    Real 'T'[3, 3];
    Real 'w'[3];
  end 'Modelica.Mechanics.MultiBody.Frames.Orientation';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.nullRotation' "frames that coincide"
    output Real T[3, 3];
  algorithm
    T := identity(3);
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.nullRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.nullRotation' "frames that coincide"
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
  algorithm
    R := 'Modelica.Mechanics.MultiBody.Frames.Orientation'(identity(3), zeros(3));
  end 'Modelica.Mechanics.MultiBody.Frames.nullRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve1' "components in frame 1"
    input Real T[3, 3];
    input Real v2[3];
    output Real v1[3];
  algorithm
    v1 := transpose(T)*v2;
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve1';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve2' "components in frame 2"
    input Real T[3, 3];
    input Real v1[3];
    output Real v2[3];
  algorithm
    v2 := T*v1;
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolve2';

  function 'Modelica.Mechanics.MultiBody.Frames.resolve1' "components in frame 1"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    input Real v2[3];
    output Real v1[3];
  algorithm
    v1 := transpose(R.'T')*v2;
  end 'Modelica.Mechanics.MultiBody.Frames.resolve1';

  function 'Modelica.Mechanics.MultiBody.Frames.resolve2' "components in frame 2"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    input Real v1[3];
    output Real v2[3];
  algorithm
    v2 := R.'T'*v1;
  end 'Modelica.Mechanics.MultiBody.Frames.resolve2';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.multipleResolve1' "components in frame 1 of several vectors"
    input Real T[3, 3];
    input Real v2[3, :];
    output Real v1[3, size(v2, 2)];
  algorithm
    v1 := transpose(T)*v2;
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.multipleResolve1';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.multipleResolve2' "components in frame 2 of several vectors"
    input Real T[3, 3];
    input Real v1[3, :];
    output Real v2[3, size(v1, 2)];
  algorithm
    v2 := T*v1;
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.multipleResolve2';

  function 'Modelica.Mechanics.MultiBody.Frames.multipleResolve1' "components in frame 1 of several vectors"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    input Real v2[3, :];
    output Real v1[3, size(v2, 2)];
  algorithm
    v1 := transpose(R.'T')*v2;
  end 'Modelica.Mechanics.MultiBody.Frames.multipleResolve1';

  function 'Modelica.Mechanics.MultiBody.Frames.multipleResolve2' "components in frame 2 of several vectors"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    input Real v1[3, :];
    output Real v2[3, size(v1, 2)];
  algorithm
    v2 := R.'T'*v1;
  end 'Modelica.Mechanics.MultiBody.Frames.multipleResolve2';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveRelative' "components in frame 2 of a vector given in frame 1, both seen from a third one"
    input Real v1[3];
    input Real T1[3, 3];
    input Real T2[3, 3];
    output Real v2[3];
  algorithm
    v2 := T2*(transpose(T1)*v1);
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveRelative';

  function 'Modelica.Mechanics.MultiBody.Frames.resolveRelative' "components in frame 2 of a vector given in frame 1, both seen from a third one"
    input Real v1[3];
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R1;
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R2;
    output Real v2[3];
  algorithm
    v2 := R2.'T'*(transpose(R1.'T')*v1);
  end 'Modelica.Mechanics.MultiBody.Frames.resolveRelative';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveDyade1' "a matrix in frame 1"
    input Real T[3, 3];
    input Real D2[3, 3];
    output Real D1[3, 3];
  algorithm
    D1 := transpose(T)*D2*T;
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveDyade1';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveDyade2' "a matrix in frame 2"
    input Real T[3, 3];
    input Real D1[3, 3];
    output Real D2[3, 3];
  algorithm
    D2 := T*D1*transpose(T);
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.resolveDyade2';

  function 'Modelica.Mechanics.MultiBody.Frames.resolveDyade1' "a matrix in frame 1"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    input Real D2[3, 3];
    output Real D1[3, 3];
  algorithm
    D1 := transpose(R.'T')*D2*R.'T';
  end 'Modelica.Mechanics.MultiBody.Frames.resolveDyade1';

  function 'Modelica.Mechanics.MultiBody.Frames.resolveDyade2' "a matrix in frame 2"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    input Real D1[3, 3];
    output Real D2[3, 3];
  algorithm
    D2 := R.'T'*D1*transpose(R.'T');
  end 'Modelica.Mechanics.MultiBody.Frames.resolveDyade2';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.absoluteRotation' "frame 2 as seen from frame 0, by way of frame 1"
    input Real T1[3, 3];
    input Real T_rel[3, 3];
    output Real T2[3, 3];
  algorithm
    T2 := T_rel*T1;
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.absoluteRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.absoluteRotation' "frame 2 as seen from frame 0, by way of frame 1"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R1;
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R_rel;
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' R2;
  algorithm
    R2 := 'Modelica.Mechanics.MultiBody.Frames.Orientation'(R_rel.'T'*R1.'T', R_rel.'T'*R1.'w' + R_rel.'w');
  end 'Modelica.Mechanics.MultiBody.Frames.absoluteRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.relativeRotation' "frame 2 as seen from frame 1, both given from frame 0"
    input Real T1[3, 3];
    input Real T2[3, 3];
    output Real T_rel[3, 3];
  algorithm
    T_rel := T2*transpose(T1);
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.relativeRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.relativeRotation' "frame 2 as seen from frame 1, both given from frame 0"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R1;
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R2;
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' R_rel;
  algorithm
    R_rel := 'Modelica.Mechanics.MultiBody.Frames.Orientation'(R2.'T'*transpose(R1.'T'), R2.'w' - R2.'T'*(transpose(R1.'T')*R1.'w'));
  end 'Modelica.Mechanics.MultiBody.Frames.relativeRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.inverseRotation' "frame 1 as seen from frame 2"
    input Real T[3, 3];
    output Real T_inv[3, 3];
  algorithm
    T_inv := transpose(T);
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.inverseRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.inverseRotation' "frame 1 as seen from frame 2"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' R_inv;
  algorithm
    R_inv := 'Modelica.Mechanics.MultiBody.Frames.Orientation'(transpose(R.'T'), -(transpose(R.'T')*R.'w'));
  end 'Modelica.Mechanics.MultiBody.Frames.inverseRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.angularVelocity1' "angular velocity of frame 2 in frame 1"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    output Real w[3];
  algorithm
    w := transpose(R.'T')*R.'w';
  end 'Modelica.Mechanics.MultiBody.Frames.angularVelocity1';

  function 'Modelica.Mechanics.MultiBody.Frames.angularVelocity2' "angular velocity of frame 2 in frame 2"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    output Real w[3];
  algorithm
    w := R.'w';
  end 'Modelica.Mechanics.MultiBody.Frames.angularVelocity2';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.planarRotation' "rotation by an angle about the axis e, which has length 1"
    input Real e[3];
    input Real angle;
    output Real T[3, 3];
  algorithm
    T := matrix(e)*transpose(matrix(e)) + (identity(3) - matrix(e)*transpose(matrix(e)))*cos(angle) - skew(e)*sin(angle);
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.planarRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.planarRotation' "rotation by an angle about the axis e, which has length 1"
    input Real e[3];
    input Real angle;
    input Real der_angle;
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
  algorithm
    R := 'Modelica.Mechanics.MultiBody.Frames.Orientation'(matrix(e)*transpose(matrix(e)) + (identity(3) - matrix(e)*transpose(matrix(e)))*cos(angle) - skew(e)*sin(angle), e*der_angle);
  end 'Modelica.Mechanics.MultiBody.Frames.planarRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.planarRotationAngle' "angle of the rotation about e that makes v2 of v1"
    input Real e[3];
    input Real v1[3];
    input Real v2[3];
    output Real angle;
  algorithm
    angle := atan2(-(cross(e, v1)*v2), v1*v2 - (e*v1)*(e*v2));
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.planarRotationAngle';

  function 'Modelica.Mechanics.MultiBody.Frames.planarRotationAngle' "angle of the rotation about e that makes v2 of v1"
    input Real e[3];
    input Real v1[3];
    input Real v2[3];
    output Real angle;
  algorithm
    angle := atan2(-(cross(e, v1)*v2), v1*v2 - (e*v1)*(e*v2));
  end 'Modelica.Mechanics.MultiBody.Frames.planarRotationAngle';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation' "rotation by an angle about a coordinate axis"
    input Integer axis(min = 1, max = 3);
    input Real angle;
    output Real T[3, 3];
  algorithm
    T := if axis == 1 then [1, 0, 0; 0, cos(angle), sin(angle); 0, -sin(angle), cos(angle)] elseif axis == 2 then [cos(angle), 0, -sin(angle); 0, 1, 0; sin(angle), 0, cos(angle)] else [cos(angle), sin(angle), 0; -sin(angle), cos(angle), 0; 0, 0, 1];
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.axisRotation' "rotation by an angle about a coordinate axis"
    input Integer axis(min = 1, max = 3);
    input Real angle;
    input Real der_angle;
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
  algorithm
    R := 'Modelica.Mechanics.MultiBody.Frames.Orientation'(if axis == 1 then [1, 0, 0; 0, cos(angle), sin(angle); 0, -sin(angle), cos(angle)] elseif axis == 2 then [cos(angle), 0, -sin(angle); 0, 1, 0; sin(angle), 0, cos(angle)] else [cos(angle), sin(angle), 0; -sin(angle), cos(angle), 0; 0, 0, 1], {if axis == i then der_angle else 0 for i in 1:3});
  end 'Modelica.Mechanics.MultiBody.Frames.axisRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axesRotations' "three rotations about coordinate axes, one after the other"
    input Integer sequence[3](min = 1, max = 3);
    input Real angles[3];
    output Real T[3, 3];
  algorithm
    T := 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'(sequence[3], angles[3])*'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'(sequence[2], angles[2])*'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'(sequence[1], angles[1]);
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axesRotations';

  function 'Modelica.Mechanics.MultiBody.Frames.axesRotations' "three rotations about coordinate axes, one after the other"
    input Integer sequence[3](min = 1, max = 3);
    input Real angles[3];
    input Real der_angles[3];
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
  protected
    Real e[3, 3];
    Real T3[3, 3];
    Real T32[3, 3];
  algorithm
    e := [if sequence[1] == 1 then 1 else 0, if sequence[2] == 1 then 1 else 0, if sequence[3] == 1 then 1 else 0; if sequence[1] == 2 then 1 else 0, if sequence[2] == 2 then 1 else 0, if sequence[3] == 2 then 1 else 0; if sequence[1] == 3 then 1 else 0, if sequence[2] == 3 then 1 else 0, if sequence[3] == 3 then 1 else 0];
    T3 := 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'(sequence[3], angles[3]);
    T32 := T3*'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'(sequence[2], angles[2]);
    R := 'Modelica.Mechanics.MultiBody.Frames.Orientation'(T32*'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.axisRotation'(sequence[1], angles[1]), T32*e[:, 1]*der_angles[1] + T3*e[:, 2]*der_angles[2] + e[:, 3]*der_angles[3]);
  end 'Modelica.Mechanics.MultiBody.Frames.axesRotations';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.from_nxy' "frame with the x-axis along n_x, and the y-axis near n_y"
    input Real n_x[3];
    input Real n_y[3];
    output Real T[3, 3];
  protected
    Real e_x[3];
    Real e_y[3];
    Real z[3];
    Real other[3];
  algorithm
    e_x := if noEvent(sqrt(n_x*n_x) < 1e-10) then {1, 0, 0} else n_x/noEvent(max(sqrt(n_x*n_x), 1e-10));
    e_y := if noEvent(sqrt(n_y*n_y) < 1e-10) then {0, 1, 0} else n_y/noEvent(max(sqrt(n_y*n_y), 1e-10));
    z := cross(e_x, e_y);
    other := if noEvent(abs(e_x[1]) > 1e-6) then {0, 1, 0} else {1, 0, 0};
    z := if noEvent(z*z > 1e-6) then z else cross(e_x, other);
    z := z/sqrt(z*z);
    T := {e_x, cross(z, e_x), z};
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.from_nxy';

  function 'Modelica.Mechanics.MultiBody.Frames.from_nxy' "frame with the x-axis along n_x, and the y-axis near n_y"
    input Real n_x[3];
    input Real n_y[3];
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
  algorithm
    R := 'Modelica.Mechanics.MultiBody.Frames.Orientation'('Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.from_nxy'(n_x, n_y), zeros(3));
  end 'Modelica.Mechanics.MultiBody.Frames.from_nxy';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.from_nxz' "frame with the x-axis along n_x, and the z-axis near n_z"
    input Real n_x[3];
    input Real n_z[3];
    output Real T[3, 3];
  protected
    Real e_x[3];
    Real e_z[3];
    Real y[3];
    Real other[3];
  algorithm
    e_x := if noEvent(sqrt(n_x*n_x) < 1e-10) then {1, 0, 0} else n_x/noEvent(max(sqrt(n_x*n_x), 1e-10));
    e_z := if noEvent(sqrt(n_z*n_z) < 1e-10) then {0, 0, 1} else n_z/noEvent(max(sqrt(n_z*n_z), 1e-10));
    y := cross(e_z, e_x);
    other := if noEvent(abs(e_x[1]) > 1e-6) then {0, 0, 1} else {1, 0, 0};
    y := if noEvent(y*y > 1e-6) then y else cross(other, e_x);
    y := y/sqrt(y*y);
    T := {e_x, y, cross(e_x, y)};
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.from_nxz';

  function 'Modelica.Mechanics.MultiBody.Frames.from_nxz' "frame with the x-axis along n_x, and the z-axis near n_z"
    input Real n_x[3];
    input Real n_z[3];
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
  algorithm
    R := 'Modelica.Mechanics.MultiBody.Frames.Orientation'('Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.from_nxz'(n_x, n_z), zeros(3));
  end 'Modelica.Mechanics.MultiBody.Frames.from_nxz';

  function 'Modelica.Mechanics.MultiBody.Frames.from_T' "frame of a matrix that changes with time"
    input Real T[3, 3];
    input Real w[3];
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
  algorithm
    R := 'Modelica.Mechanics.MultiBody.Frames.Orientation'(T, w);
  end 'Modelica.Mechanics.MultiBody.Frames.from_T';

  function 'Modelica.Mechanics.MultiBody.Frames.from_T2' "frame of a matrix and its derivative"
    input Real T[3, 3];
    input Real der_T[3, 3];
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
  algorithm
    R := 'Modelica.Mechanics.MultiBody.Frames.Orientation'(T, {T[3, :]*der_T[2, :], -T[3, :]*der_T[1, :], T[2, :]*der_T[1, :]});
  end 'Modelica.Mechanics.MultiBody.Frames.from_T2';

  function 'Modelica.Mechanics.MultiBody.Frames.to_T' "matrix of a frame"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    output Real T[3, 3];
  algorithm
    T := R.'T';
  end 'Modelica.Mechanics.MultiBody.Frames.to_T';

  function 'Modelica.Mechanics.MultiBody.Frames.to_T_inv' "transposed matrix of a frame"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    output Real T_inv[3, 3];
  algorithm
    T_inv := transpose(R.'T');
  end 'Modelica.Mechanics.MultiBody.Frames.to_T_inv';

  function 'Modelica.Mechanics.MultiBody.Frames.to_vector' "rows of the matrix, one after the other"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    output Real vec[9];
  algorithm
    vec := {R.'T'[1, 1], R.'T'[2, 1], R.'T'[3, 1], R.'T'[1, 2], R.'T'[2, 2], R.'T'[3, 2], R.'T'[1, 3], R.'T'[2, 3], R.'T'[3, 3]};
  end 'Modelica.Mechanics.MultiBody.Frames.to_vector';

  function 'Modelica.Mechanics.MultiBody.Frames.to_exy' "x-axis and y-axis as columns"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    output Real exy[3, 2];
  algorithm
    exy := [R.'T'[1, :], R.'T'[2, :]];
  end 'Modelica.Mechanics.MultiBody.Frames.to_exy';

  function 'Modelica.Mechanics.MultiBody.Frames.axis' "unit vector of a coordinate axis"
    input Integer axis(min = 1, max = 3);
    output Real e[3];
  algorithm
    e := {if axis == i then 1 else 0 for i in 1:3};
  end 'Modelica.Mechanics.MultiBody.Frames.axis';

  function 'Modelica.Mechanics.MultiBody.Frames.smallRotation' "angles of a rotation that is nearly none"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    input Boolean withResidues = false;
    output Real phi[if withResidues then 6 else 3];
  algorithm
    phi := if withResidues then {R.'T'[2, 3], -R.'T'[1, 3], R.'T'[1, 2], R.'T'[1, 1] - 1, R.'T'[2, 2] - 1, R.'T'[1, 1]*R.'T'[2, 2] - R.'T'[2, 1]*R.'T'[1, 2] - 1} else {R.'T'[2, 3], -R.'T'[1, 3], R.'T'[1, 2]};
  end 'Modelica.Mechanics.MultiBody.Frames.smallRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.orientationConstraint' "three residues that vanish where the rotation is none"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    output Real residue[3];
  algorithm
    residue := {R.'T'[2, 3], R.'T'[3, 1], R.'T'[1, 2]};
  end 'Modelica.Mechanics.MultiBody.Frames.orientationConstraint';

  function 'Modelica.Mechanics.MultiBody.Frames.Quaternions.orientationConstraint' "residue of the length of a quaternion"
    input Real Q[4];
    output Real residue[1];
  algorithm
    residue := {Q*Q - 1};
  end 'Modelica.Mechanics.MultiBody.Frames.Quaternions.orientationConstraint';

  function 'Modelica.Mechanics.MultiBody.Frames.Quaternions.angularVelocity2' "angular velocity in frame 2"
    input Real Q[4];
    input Real der_Q[4];
    output Real w[3];
  algorithm
    w := 2*([Q[4], Q[3], -Q[2], -Q[1]; -Q[3], Q[4], Q[1], -Q[2]; Q[2], -Q[1], Q[4], -Q[3]]*der_Q);
  end 'Modelica.Mechanics.MultiBody.Frames.Quaternions.angularVelocity2';

  function 'Modelica.Mechanics.MultiBody.Frames.Quaternions.angularVelocity1' "angular velocity in frame 1"
    input Real Q[4];
    input Real der_Q[4];
    output Real w[3];
  algorithm
    w := 2*([Q[4], -Q[3], Q[2], -Q[1]; Q[3], Q[4], -Q[1], -Q[2]; -Q[2], Q[1], Q[4], -Q[3]]*der_Q);
  end 'Modelica.Mechanics.MultiBody.Frames.Quaternions.angularVelocity1';

  function 'Modelica.Mechanics.MultiBody.Frames.Quaternions.nullRotation' "frames that coincide"
    output Real Q[4];
  algorithm
    Q := {0, 0, 0, 1};
  end 'Modelica.Mechanics.MultiBody.Frames.Quaternions.nullRotation';

  function 'Modelica.Mechanics.MultiBody.Frames.from_Q' "frame of a quaternion"
    input Real Q[4];
    input Real w[3];
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
  algorithm
    R := 'Modelica.Mechanics.MultiBody.Frames.Orientation'(2*[Q[1]*Q[1] + Q[4]*Q[4] - 0.5, Q[1]*Q[2] + Q[3]*Q[4], Q[1]*Q[3] - Q[2]*Q[4]; Q[2]*Q[1] - Q[3]*Q[4], Q[2]*Q[2] + Q[4]*Q[4] - 0.5, Q[2]*Q[3] + Q[1]*Q[4]; Q[3]*Q[1] + Q[2]*Q[4], Q[3]*Q[2] - Q[1]*Q[4], Q[3]*Q[3] + Q[4]*Q[4] - 0.5], w);
  end 'Modelica.Mechanics.MultiBody.Frames.from_Q';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.from_Q' "matrix of a quaternion"
    input Real Q[4];
    output Real T[3, 3];
  algorithm
    T := 2*[Q[1]*Q[1] + Q[4]*Q[4] - 0.5, Q[1]*Q[2] + Q[3]*Q[4], Q[1]*Q[3] - Q[2]*Q[4]; Q[2]*Q[1] - Q[3]*Q[4], Q[2]*Q[2] + Q[4]*Q[4] - 0.5, Q[2]*Q[3] + Q[1]*Q[4]; Q[3]*Q[1] + Q[2]*Q[4], Q[3]*Q[2] - Q[1]*Q[4], Q[3]*Q[3] + Q[4]*Q[4] - 0.5];
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.from_Q';

  function 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.to_Q' "quaternion of a matrix, on the side of a guess"
    input Real T[3, 3];
    input Real Q_guess[4] = {0, 0, 0, 1};
    output Real Q[4];
  protected
    Real c1;
    Real c2;
    Real c3;
    Real c4;
  algorithm
    c1 := sqrt(noEvent(max(1 + T[1, 1] - T[2, 2] - T[3, 3], 0)));
    c2 := sqrt(noEvent(max(1 + T[2, 2] - T[1, 1] - T[3, 3], 0)));
    c3 := sqrt(noEvent(max(1 + T[3, 3] - T[1, 1] - T[2, 2], 0)));
    c4 := sqrt(noEvent(max(1 + T[1, 1] + T[2, 2] + T[3, 3], 0)));
    if c4 >= 0.1 or (c4 >= c1 and c4 >= c2 and c4 >= c3) then
      Q := {(T[2, 3] - T[3, 2])/(2*c4), (T[3, 1] - T[1, 3])/(2*c4), (T[1, 2] - T[2, 1])/(2*c4), c4/2};
    elseif c1 >= c2 and c1 >= c3 then
      Q := {c1/2, (T[1, 2] + T[2, 1])/(2*c1), (T[1, 3] + T[3, 1])/(2*c1), (T[2, 3] - T[3, 2])/(2*c1)};
    elseif c2 >= c1 and c2 >= c3 then
      Q := {(T[1, 2] + T[2, 1])/(2*c2), c2/2, (T[2, 3] + T[3, 2])/(2*c2), (T[3, 1] - T[1, 3])/(2*c2)};
    else
      Q := {(T[1, 3] + T[3, 1])/(2*c3), (T[2, 3] + T[3, 2])/(2*c3), c3/2, (T[1, 2] - T[2, 1])/(2*c3)};
    end if;
    Q := if Q*Q_guess >= 0 then Q else -Q;
  end 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.to_Q';

  function 'Modelica.Mechanics.MultiBody.Frames.to_Q' "quaternion of a frame, on the side of a guess"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' R;
    input Real Q_guess[4] = {0, 0, 0, 1};
    output Real Q[4];
  algorithm
    Q := 'Modelica.Mechanics.MultiBody.Frames.TransformationMatrices.to_Q'(R.'T', Q_guess);
  end 'Modelica.Mechanics.MultiBody.Frames.to_Q';
end Library;
