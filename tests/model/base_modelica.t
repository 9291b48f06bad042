//! base 0.1.0
package 'PlanarLoop'
  type 'Modelica.Units.SI.Position' = Real(final quantity = "Length", final unit = "m");
  type 'StateSelect' = enumeration(never "Do not use as state at all.", avoid, default, prefer, always);
  record 'Modelica.Mechanics.MultiBody.Frames.Orientation' "Orientation object"
    Real[3, 3] 'T' "Transformation matrix";
    Real[3] 'w' "Absolute angular velocity";
  end 'Modelica.Mechanics.MultiBody.Frames.Orientation';

  pure function 'resolve1' "Transform vector from frame 2 to frame 1"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' 'R' "Orientation object";
    input Real[3] 'v2' "Vector in frame 2";
    output Real[3] 'v1' "Vector in frame 1";
  algorithm
    'v1' := transpose('R'.'T') * 'v2';
    annotation(derivative(noDerivative = 'R') = 'resolve1_der', Inline = true);
  end 'resolve1';

  pure function 'planarRotation'
    input Real[3] 'e';
    input Real 'angle';
    input Real 'der_angle';
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' 'R';
  algorithm
    'R' := 'Modelica.Mechanics.MultiBody.Frames.Orientation'(outerProduct('e', 'e') + (identity(3) - outerProduct('e', 'e')) * cos('angle') - skew('e') * sin('angle'), 'e' * 'der_angle');
  end 'planarRotation';

  partial function 'partialFn'
    input Real u;
    output Real y;
  end 'partialFn';

  class 'Table' extends ExternalObject;
    function constructor
      input Real x;
      output 'Table' t;
      external "C" t = mk(x) annotation(Include = "#include <a.h>");
    end constructor;
    function destructor
      input 'Table' t;
      external "C" rm(t);
    end destructor;
  end 'Table';

  pure function 'ext'
    input Real x;
    output Real y;
    external "C" y = cfun(x) annotation(Library = "m");
  end 'ext';

  model 'PlanarLoop' "planar pendulum with loop closure"
    parameter 'Modelica.Units.SI.Position' 'rod.r[1]'(displayUnit = "mm") = 1.0 "length";
    parameter Real[3] 'n' = {0.0, 0.0, 1.0};
    final parameter Boolean 'world.enableAnimation' = true "= true, if animation";
    parameter StateSelect 'rev.stateSelect' = StateSelect.prefer;
    parameter Real 'm' = 1.0;
    parameter Real 'world.g'(min = 0.0) = 9.81;
    Real 'rev.phi'(start = 0.5, fixed = true, stateSelect = StateSelect.prefer) "angle";
    Real 'rev.w'(start = 0.0, fixed = true, stateSelect = StateSelect.prefer);
    'Modelica.Mechanics.MultiBody.Frames.Orientation' 'body.R';
    Real[3] 'body.r'(each start = 0.0, each stateSelect = StateSelect.avoid);
    Real[3] 'body.v';
    Real[3] 'body.f';
    Real 'joint.tau'(unit = "N.m");
    Real 'frame_a.r[1]';
  initial equation
    'frame_a.r[1]' = 'body.r'[1] @ 1;
  equation
    der('rev.phi') = 'rev.w';
    'body.R' = 'planarRotation'('n', 'rev.phi', 'rev.w');
    'body.r' = 'resolve1'('body.R', {'rod.r[1]', 0.0, 0.0});
    'body.v' = der('body.r');
    'm' * der('body.v') = 'body.f' + {0.0, 'm' * -'world.g', 0.0};
    'joint.tau' = 'n' * cross('body.r', 'body.f');
    'joint.tau' = if noEvent('rev.w' > 1e3) then -0.0 else 0.0;
    'frame_a.r[1]' = 'planarRotation'('n', 'rev.phi', 'rev.w').'T'[1, 1] annotation(__x(a = 1));
    assert('world.g' >= 0.0, "Variable violating min constraint: 0.0 <= world.g, has value: " + String('world.g', 6, 0, true));
    annotation(experiment(StopTime = 2));
  end 'PlanarLoop';
end 'PlanarLoop';
----
involute check MODEL
----
status 0
'PlanarLoop' is well formed
====
//! base 0.1.0
package 'PlanarLoop'
  type 'Modelica.Units.SI.Position' = Real(final quantity = "Length", final unit = "m");
  type 'StateSelect' = enumeration(never "Do not use as state at all.", avoid, default, prefer, always);
  record 'Modelica.Mechanics.MultiBody.Frames.Orientation' "Orientation object"
    Real[3, 3] 'T' "Transformation matrix";
    Real[3] 'w' "Absolute angular velocity";
  end 'Modelica.Mechanics.MultiBody.Frames.Orientation';

  pure function 'resolve1' "Transform vector from frame 2 to frame 1"
    input 'Modelica.Mechanics.MultiBody.Frames.Orientation' 'R' "Orientation object";
    input Real[3] 'v2' "Vector in frame 2";
    output Real[3] 'v1' "Vector in frame 1";
  algorithm
    'v1' := transpose('R'.'T') * 'v2';
    annotation(derivative(noDerivative = 'R') = 'resolve1_der', Inline = true);
  end 'resolve1';

  pure function 'planarRotation'
    input Real[3] 'e';
    input Real 'angle';
    input Real 'der_angle';
    output 'Modelica.Mechanics.MultiBody.Frames.Orientation' 'R';
  algorithm
    'R' := 'Modelica.Mechanics.MultiBody.Frames.Orientation'(outerProduct('e', 'e') + (identity(3) - outerProduct('e', 'e')) * cos('angle') - skew('e') * sin('angle'), 'e' * 'der_angle');
  end 'planarRotation';

  partial function 'partialFn'
    input Real u;
    output Real y;
  end 'partialFn';

  class 'Table' extends ExternalObject;
    function constructor
      input Real x;
      output 'Table' t;
      external "C" t = mk(x) annotation(Include = "#include <a.h>");
    end constructor;
    function destructor
      input 'Table' t;
      external "C" rm(t);
    end destructor;
  end 'Table';

  pure function 'ext'
    input Real x;
    output Real y;
    external "C" y = cfun(x) annotation(Library = "m");
  end 'ext';

  model 'PlanarLoop' "planar pendulum with loop closure"
    parameter 'Modelica.Units.SI.Position' 'rod.r[1]'(displayUnit = "mm") = 1.0 "length";
    parameter Real[3] 'n' = {0.0, 0.0, 1.0};
    final parameter Boolean 'world.enableAnimation' = true "= true, if animation";
    parameter StateSelect 'rev.stateSelect' = StateSelect.prefer;
    parameter Real 'm' = 1.0;
    parameter Real 'world.g'(min = 0.0) = 9.81;
    Real 'rev.phi'(start = 0.5, fixed = true, stateSelect = StateSelect.prefer) "angle";
    Real 'rev.w'(start = 0.0, fixed = true, stateSelect = StateSelect.prefer);
    'Modelica.Mechanics.MultiBody.Frames.Orientation' 'body.R';
    Real[3] 'body.r'(each start = 0.0, each stateSelect = StateSelect.avoid);
    Real[3] 'body.v';
    Real[3] 'body.f';
    Real 'joint.tau'(unit = "N.m");
    Real 'frame_a.r[1]';
  initial equation
    'frame_a.r[1]' = 'body.r'[1] @ 1;
  equation
    der('rev.phi') = 'rev.w';
    'body.R' = 'planarRotation'('n', 'rev.phi', 'rev.w');
    'body.r' = 'resolve1'('body.R', {'rod.r[1]', 0.0, 0.0});
    'body.v' = der('body.r');
    'm' * der('body.v') = 'body.f' + {0.0, 'm' * -'world.g', 0.0};
    'joint.tau' = 'n' * cross('body.r', 'body.f');
    'joint.tau' = if noEvent('rev.w' > 1e3) then -0.0 else 0.0;
    'frame_a.r[1]' = 'planarRotation'('n', 'rev.phi', 'rev.w').'T'[1, 1] annotation(__x(a = 1));
    assert('world.g' >= 0.0, "Variable violating min constraint: 0.0 <= world.g, has value: " + String('world.g', 6, 0, true));
    annotation(experiment(StopTime = 2));
  end 'PlanarLoop';
end 'PlanarLoop';
----
involute run MODEL
----
status 0
'body.R'.'T'[3,3]   1
'body.r'[3]         0
====
//! base 0.1.0
package 'Drive'
  constant Real 'pi' = 3.141592653589793;
  type 'Modelica.Units.SI.Angle' = Real(final quantity = "Angle", final unit = "rad", displayUnit = "deg");
  type 'Modelica.Units.SI.AngularVelocity' = Real(final quantity = "AngularVelocity", final unit = "rad/s");
  type 'Modelica.Units.SI.Torque' = Real(final quantity = "Torque", final unit = "N.m");
  type 'Modelica.Units.SI.Inertia' = Real(final quantity = "MomentOfInertia", min = 0.0, final unit = "kg.m2");

  model 'Drive' "motor inertia, ideal gear, spring damper, load"
    parameter 'Modelica.Units.SI.Inertia' 'motor.J' = 0.5 "Moment of inertia";
    parameter StateSelect 'motor.stateSelect' = StateSelect.default "Priority to use phi and w as states" annotation(Evaluate = true);
    'Modelica.Units.SI.Angle' 'motor.phi'(start = 0.0, fixed = true, stateSelect = StateSelect.default) "Absolute rotation angle";
    'Modelica.Units.SI.AngularVelocity' 'motor.w'(start = 0.0, fixed = true, stateSelect = StateSelect.prefer);
    Real 'motor.a'(quantity = "AngularAcceleration", unit = "rad/s2");
    'Modelica.Units.SI.Angle' 'motor.flange_b.phi';
    'Modelica.Units.SI.Torque' 'motor.flange_b.tau';
    parameter Real 'gear.ratio'(start = 1.0) = 10.0 "Transmission ratio";
    'Modelica.Units.SI.Angle' 'gear.flange_b.phi';
    'Modelica.Units.SI.Torque' 'gear.flange_b.tau';
    parameter Real 'spring.c'(final min = 0.0, start = 1e5) = 1000.0;
    parameter Real 'spring.d'(final min = 0.0, start = 0.0) = 5.0;
    parameter 'Modelica.Units.SI.Angle' 'spring.phi_rel0' = 0.0;
    'Modelica.Units.SI.Angle' 'spring.phi_rel'(start = 0.0, fixed = true, nominal = 1e-4);
    'Modelica.Units.SI.AngularVelocity' 'spring.w_rel'(start = 0.0, fixed = true);
    'Modelica.Units.SI.Torque' 'spring.tau';
    parameter 'Modelica.Units.SI.Inertia' 'load.J' = 2.0;
    'Modelica.Units.SI.Angle' 'load.phi';
    'Modelica.Units.SI.AngularVelocity' 'load.w';
    Real 'load.a';
    parameter Real 'torque.amplitude' = 10.0;
    parameter Real 'torque.f'(start = 1.0) = 0.5;
    'Modelica.Units.SI.Torque' 'torque.tau';
  equation
    'torque.tau' = 'torque.amplitude' * sin(2.0 * 'pi' * 'torque.f' * time);
    'motor.w' = der('motor.phi');
    'motor.a' = der('motor.w');
    'motor.J' * 'motor.a' = 'torque.tau' + 'motor.flange_b.tau';
    'motor.flange_b.phi' = 'motor.phi';
    'motor.flange_b.phi' = 'gear.ratio' * 'gear.flange_b.phi';
    0.0 = 'gear.ratio' * -'motor.flange_b.tau' + 'gear.flange_b.tau';
    'spring.phi_rel' = 'load.phi' - 'gear.flange_b.phi';
    'spring.w_rel' = der('spring.phi_rel');
    'spring.tau' = 'spring.c' * ('spring.phi_rel' - 'spring.phi_rel0') + 'spring.d' * 'spring.w_rel';
    'gear.flange_b.tau' = 'spring.tau';
    'load.w' = der('load.phi');
    'load.a' = der('load.w');
    'load.J' * 'load.a' = -'spring.tau';
    annotation(experiment(StopTime = 1.0));
  end 'Drive';
end 'Drive';
----
involute analyze MODEL
----
status 0
14 equations, 14 unknowns; index 2, 4 degrees of freedom
====
//! base 0.1.0
package 'Rectifier'
  type 'Modelica.Units.SI.Voltage' = Real(final quantity = "ElectricPotential", final unit = "V");
  model 'Rectifier' "half wave rectifier with an ideal diode"
    parameter Real 'source.V' = 10.0;
    parameter Real 'source.f'(final unit = "Hz", start = 1.0) = 50.0;
    parameter Real 'diode.Ron'(final min = 0.0) = 1e-5 "Forward state-on differential resistance";
    parameter Real 'diode.Goff'(final min = 0.0) = 1e-5;
    parameter 'Modelica.Units.SI.Voltage' 'diode.Vknee'(start = 0.0) = 0.0;
    'Modelica.Units.SI.Voltage' 'diode.v';
    Real 'diode.i'(unit = "A", start = 0.0);
    protected Real 'diode.s'(start = 0.0, unit = "1") "Auxiliary variable";
    Boolean 'diode.off'(start = true) "Switching state of diode";
    parameter Real 'load.R' = 100.0;
    parameter Real 'capacitor.C' = 1e-4;
    'Modelica.Units.SI.Voltage' 'capacitor.v'(start = 0.0, fixed = true);
    Real 'capacitor.i';
    'Modelica.Units.SI.Voltage' 'source.v';
    Real 'load.i';
  equation
    'source.v' = 'source.V' * sin(6.283185307179586 * 'source.f' * time);
    'diode.v' = 'source.v' - 'capacitor.v';
    'diode.off' = 'diode.s' < 0.0;
    'diode.v' = 'diode.s' * (if 'diode.off' then 1.0 else 'diode.Ron') + 'diode.Vknee';
    'diode.i' = 'diode.s' * (if 'diode.off' then 'diode.Goff' else 1.0) + 'diode.Goff' * 'diode.Vknee';
    'capacitor.i' = 'capacitor.C' * der('capacitor.v');
    'load.i' = 'capacitor.v' / 'load.R';
    'diode.i' = 'capacitor.i' + 'load.i';
    when 'diode.off' then
      assert('diode.i' < 1.0, "reverse current");
    end when;
    annotation(experiment(StartTime = 0, StopTime = 0.1, Tolerance = 1e-06));
  end 'Rectifier';
end 'Rectifier';
----
involute check MODEL
----
status 0
'Rectifier' is well formed
====
//! base 0.1.0
package 'Rectifier'
  type 'Modelica.Units.SI.Voltage' = Real(final quantity = "ElectricPotential", final unit = "V");
  model 'Rectifier' "half wave rectifier with an ideal diode"
    parameter Real 'source.V' = 10.0;
    parameter Real 'source.f'(final unit = "Hz", start = 1.0) = 50.0;
    parameter Real 'diode.Ron'(final min = 0.0) = 1e-5 "Forward state-on differential resistance";
    parameter Real 'diode.Goff'(final min = 0.0) = 1e-5;
    parameter 'Modelica.Units.SI.Voltage' 'diode.Vknee'(start = 0.0) = 0.0;
    'Modelica.Units.SI.Voltage' 'diode.v';
    Real 'diode.i'(unit = "A", start = 0.0);
    protected Real 'diode.s'(start = 0.0, unit = "1") "Auxiliary variable";
    Boolean 'diode.off'(start = true) "Switching state of diode";
    parameter Real 'load.R' = 100.0;
    parameter Real 'capacitor.C' = 1e-4;
    'Modelica.Units.SI.Voltage' 'capacitor.v'(start = 0.0, fixed = true);
    Real 'capacitor.i';
    'Modelica.Units.SI.Voltage' 'source.v';
    Real 'load.i';
  equation
    'source.v' = 'source.V' * sin(6.283185307179586 * 'source.f' * time);
    'diode.v' = 'source.v' - 'capacitor.v';
    'diode.off' = 'diode.s' < 0.0;
    'diode.v' = 'diode.s' * (if 'diode.off' then 1.0 else 'diode.Ron') + 'diode.Vknee';
    'diode.i' = 'diode.s' * (if 'diode.off' then 'diode.Goff' else 1.0) + 'diode.Goff' * 'diode.Vknee';
    'capacitor.i' = 'capacitor.C' * der('capacitor.v');
    'load.i' = 'capacitor.v' / 'load.R';
    'diode.i' = 'capacitor.i' + 'load.i';
    when 'diode.off' then
      assert('diode.i' < 1.0, "reverse current");
    end when;
    annotation(experiment(StartTime = 0, StopTime = 0.1, Tolerance = 1e-06));
  end 'Rectifier';
end 'Rectifier';
----
involute analyze MODEL
----
status 0
7 equations, 7 unknowns; index 1, 1 degree of freedom
====
//! base 0.1.0
package 'Thermal'
  type 'Modelica.Units.SI.Temperature' = Real(final quantity = "ThermodynamicTemperature", final unit = "K", min = 0.0, start = 288.15, nominal = 300.0, displayUnit = "degC");
  record 'Material' "material data"
    parameter Real 'lambda' = 400.0;
    parameter Real 'c' = 385.0;
    parameter Real 'rho' = 8960.0;
  end 'Material';
  model 'Thermal' "rod of five capacitors between two temperatures"
    parameter 'Material' 'rod.material' = 'Material'(398.0, 385.0, 8960.0);
    constant Integer 'rod.n' = 5;
    parameter Real 'rod.L' = 0.5;
    parameter Real 'rod.A' = 1e-4;
    final parameter Real 'rod.C' = 'rod.material'.'rho' * 'rod.material'.'c' * 'rod.A' * 'rod.L' / 5.0;
    final parameter Real 'rod.G'[6](each unit = "W/K", each min = 0.0) = fill('rod.material'.'lambda' * 'rod.A' / ('rod.L' / 5.0), 6);
    'Modelica.Units.SI.Temperature'[5] 'rod.T'(start = {293.15, 293.15, 293.15, 293.15, 293.15}, each fixed = true);
    Real[6] 'rod.Q_flow'(each unit = "W");
    parameter 'Modelica.Units.SI.Temperature' 'left.T' = 373.15;
    parameter 'Modelica.Units.SI.Temperature' 'right.T' = 293.15;
  equation
    'rod.Q_flow'[1] = 'rod.G'[1] * ('left.T' - 'rod.T'[1]);
    for 'i' in 2:'rod.n' loop
      'rod.Q_flow'['i'] = 'rod.G'['i'] * ('rod.T'['i' - 1] - 'rod.T'['i']);
    end for;
    'rod.Q_flow'[6] = 'rod.G'[6] * ('rod.T'[5] - 'right.T');
    'rod.C' * der('rod.T') = 'rod.Q_flow'[1:5] - 'rod.Q_flow'[2:6];
    annotation(experiment(StopTime = 10.0));
  end 'Thermal';
end 'Thermal';
----
involute analyze MODEL
----
status 0
11 equations, 11 unknowns; index 1, 5 degrees of freedom
'rod.Q_flow'[5] = 'rod.G'[5]
====
//! base 0.1.0
package 'FourBar'
  record 'Frame' "position and planar rotation"
    Real[3] 'r';
    Real[3, 3] 'T';
  end 'Frame';

  function 'rotation' "about the axis e"
    input Real[3] 'e';
    input Real 'phi';
    output Real[3, 3] 'T';
  algorithm
    'T' := [cos('phi'), sin('phi'), 0.0; -sin('phi'), cos('phi'), 0.0; 0.0, 0.0, 1.0];
    assert(abs('e'[3] - 1.0) < 1e-10, "the axis must be z");
    annotation(Inline = true);
  end 'rotation';

  function 'tip'
    input 'Frame' 'f';
    input Real[3] 'v';
    output Real[3] 'r';
  algorithm
    'r' := 'f'.'r' + transpose('f'.'T') * 'v';
  end 'tip';

  model 'FourBar' "crank, coupler and rocker on a base"
    parameter Real 'crank.L' = 1.0;
    parameter Real 'coupler.L' = 3.0;
    parameter Real 'rocker.L' = 2.5;
    parameter Real 'base.L' = 3.0;
    parameter Real 'crank.I' = 0.1;
    parameter Real[3] 'n' = {0.0, 0.0, 1.0};
    Real 'crank.phi'(start = 1.0, fixed = true, stateSelect = StateSelect.always);
    Real 'crank.w'(start = 1.0, fixed = true, stateSelect = StateSelect.always);
    Real 'coupler.phi'(start = 0.5, stateSelect = StateSelect.avoid);
    Real 'rocker.phi'(start = 1.5, stateSelect = StateSelect.avoid);
    'Frame' 'crank.frame', 'coupler.frame', 'rocker.frame';
    Real[3] 'lambda';
    Real[3] 'gap';
  equation
    'crank.frame'.'r' = zeros(3);
    'crank.frame'.'T' = 'rotation'('n', 'crank.phi');
    'coupler.frame' = 'Frame'('tip'('crank.frame', {'crank.L', 0.0, 0.0}), 'rotation'('n', 'coupler.phi'));
    'rocker.frame' = 'Frame'({'base.L', 0.0, 0.0}, 'rotation'('n', 'rocker.phi'));
    'gap' = 'tip'('coupler.frame', {'coupler.L', 0.0, 0.0}) - 'tip'('rocker.frame', {'rocker.L', 0.0, 0.0});
    'gap'[1:2] = {0.0, 0.0};
    'crank.w' = der('crank.phi');
    'crank.I' * der('crank.w') = -0.1 * 'crank.w';
    'lambda' = cross('n', 'coupler.frame'.'r');
    annotation(experiment(StopTime = 2.0, Tolerance = 1e-08, __Dymola_Algorithm = "Dassl"));
  end 'FourBar';
end 'FourBar';
----
involute analyze MODEL
----
status 0
46 equations, 46 unknowns; index 1, 2 degrees of freedom
====
//! base 0.1.0
package 'FourBar'
  record 'Frame' "position and planar rotation"
    Real[3] 'r';
    Real[3, 3] 'T';
  end 'Frame';

  function 'rotation' "about the axis e"
    input Real[3] 'e';
    input Real 'phi';
    output Real[3, 3] 'T';
  algorithm
    'T' := [cos('phi'), sin('phi'), 0.0; -sin('phi'), cos('phi'), 0.0; 0.0, 0.0, 1.0];
    assert(abs('e'[3] - 1.0) < 1e-10, "the axis must be z");
    annotation(Inline = true);
  end 'rotation';

  function 'tip'
    input 'Frame' 'f';
    input Real[3] 'v';
    output Real[3] 'r';
  algorithm
    'r' := 'f'.'r' + transpose('f'.'T') * 'v';
  end 'tip';

  model 'FourBar' "crank, coupler and rocker on a base"
    parameter Real 'crank.L' = 1.0;
    parameter Real 'coupler.L' = 3.0;
    parameter Real 'rocker.L' = 2.5;
    parameter Real 'base.L' = 3.0;
    parameter Real 'crank.I' = 0.1;
    parameter Real[3] 'n' = {0.0, 0.0, 1.0};
    Real 'crank.phi'(start = 1.0, fixed = true, stateSelect = StateSelect.always);
    Real 'crank.w'(start = 1.0, fixed = true, stateSelect = StateSelect.always);
    Real 'coupler.phi'(start = 0.5, stateSelect = StateSelect.avoid);
    Real 'rocker.phi'(start = 1.5, stateSelect = StateSelect.avoid);
    'Frame' 'crank.frame', 'coupler.frame', 'rocker.frame';
    Real[3] 'lambda';
    Real[3] 'gap';
  equation
    'crank.frame'.'r' = zeros(3);
    'crank.frame'.'T' = 'rotation'('n', 'crank.phi');
    'coupler.frame' = 'Frame'('tip'('crank.frame', {'crank.L', 0.0, 0.0}), 'rotation'('n', 'coupler.phi'));
    'rocker.frame' = 'Frame'({'base.L', 0.0, 0.0}, 'rotation'('n', 'rocker.phi'));
    'gap' = 'tip'('coupler.frame', {'coupler.L', 0.0, 0.0}) - 'tip'('rocker.frame', {'rocker.L', 0.0, 0.0});
    'gap'[1:2] = {0.0, 0.0};
    'crank.w' = der('crank.phi');
    'crank.I' * der('crank.w') = -0.1 * 'crank.w';
    'lambda' = cross('n', 'coupler.frame'.'r');
    annotation(experiment(StopTime = 2.0, Tolerance = 1e-08, __Dymola_Algorithm = "Dassl"));
  end 'FourBar';
end 'FourBar';
----
involute run MODEL
----
status 0
'FourBar': done at t = 2
====
//! base 0.1.0
package 'P'
  model 'P'
    @1 Real 'x'(start = 1.0 @2, fixed = true) "state" annotation(x = 1);
    Real x;
    final parameter Real 'p.q[1].r' = 2.0;
    parameter Real 'r' = 'p.q[1].r' * -0.5;
    final parameter String 's' = "text";
    final parameter Real 'use' = if 's' == "text" then 1.0 else 0.0;
  equation
    @3 der('x') = 'r' * 'x' @4 "decay";
    x = 'use' * time;
  end 'P';
end 'P';
----
involute analyze MODEL
----
status 0
2 equations, 2 unknowns
====
//! base 0.1.0
package 'P'
  import Modelica.Constants.pi;
  function 'f'
    input Real x;
    output Real y;
    Real t "not protected";
  algorithm
    t := sin(pi * x);
    y := t;
  end 'f';
  model 'P'
    import SI = Modelica.Units.SI;
    import Modelica.Math.*;
    extends Modelica.Icons.Example;
    SI.Length x;
    protected
    parameter Real 'a' = 1.0;
    public
    Real 'y';
  equation
    der(x) = 'f'(x) + cos(x);
    'y' = 'a';
    annotation(experiment(StopTime = 1));
  end 'P';
end 'P';
----
involute analyze MODEL
----
status 0
2 equations, 2 unknowns
====
//! base 0.1.0
package 'P'
  function 'ext'
    input Real x;
    output Real y;
    external "C" y = cfun(x) annotation(Library = "m");
  end 'ext';
  model 'P'
    Real x;
  equation
    der(x) = 'ext'(x);
  end 'P';
end 'P';
----
involute check MODEL
----
status 1
model.mo:11:14: error: ''ext'' is an external function that is not known here; known are many of <math.h> (docs/language.md): write it as an algorithm
