//! base 0.1.0
package 'Quirks'
  type 'Quirks.Medium' = enumeration('vacuum' "No drag", 'oil' "Linear drag");

  record 'Quirks.Load' "What a medium does to a body"
    Real 'force'(unit = "N", quantity = "Force");
    Real 'power'(unit = "W", quantity = "Power");
  end 'Quirks.Load';

  constant Real 'Quirks.g'(unit = "m/s2", quantity = "Acceleration") = 9.80665;

  partial function 'Quirks.partialLaw'
    input Real 'v'(unit = "m/s", quantity = "Velocity");
    output 'Quirks.Load' 'load';
  end 'Quirks.partialLaw';

  pure function 'Quirks.law' "Drag of a medium"
    input Real 'v'(unit = "m/s", quantity = "Velocity");
    input 'Quirks.Medium' 'medium';
    output 'Quirks.Load' 'load';
    Real 'c' "A local variable, not protected";
  algorithm
    'c' := if 'medium' == 'Quirks.Medium'.'oil' then 0.75 else 0.0;
    'load' := 'Quirks.Load'('c' * 'v', 'c' * 'v' ^ 2);
    annotation(Inline = true, LateInline = false);
  end 'Quirks.law';

  model 'Quirks' "What OpenModelica writes and the specification does not have, or hardly: a body sinks, a cubic keeps its branch"
    parameter String 'name' = "steel ball";
    parameter 'Quirks.Medium' 'medium' = 'Quirks.Medium'.'oil' annotation(Evaluate = true);
    parameter Real 'body.m'(unit = "kg", quantity = "Mass", min = 0.0) = 0.5;
    parameter Real 'y0' = -1.5;
    parameter equation guess('cubic.y') = 'y0' "On the lowest of three branches";
    Real 'body.v'(start = 0.0, fixed = true, unit = "m/s", quantity = "Velocity", stateSelect = StateSelect.prefer);
    Real 'body.loss'(unit = "W", quantity = "Power");
    Real 'cubic.y';
  equation
    @1 'body.m' * der('body.v') = 'body.m' * 'Quirks.g' - 'Quirks.law'('body.v', 'medium').'force' + 'body.m' * -0.0;
    'body.loss' = 'Quirks.law'('body.v', 'Quirks.Medium'.'oil').'power';
    'cubic.y' ^ 3 - 3.0 * 'cubic.y' = 0.5 * sin(time) "Three real roots" annotation(__OpenModelica_x(y = true));
    annotation(experiment(StartTime = 0.0, StopTime = 2.0, Tolerance = 1e-06), version = "1.0.0", uses(Modelica(version = "4.0.0")));
  end 'Quirks';
  annotation(version = "1");
end 'Quirks';
// v = m g/c (1 - exp(-c t/m)), loss = c v^2, y = 2 cos(acos(sin(t)/4)/3 + 2 pi/3), the trigonometric root of the cubic.
//: --rtol 1e-11
//: 'body.v' = 6.21227043066019 +- 1e-9
//: 'body.loss' = 28.9442279277412 +- 1e-8
//: 'cubic.y' = -1.65062396886799 +- 1e-12
//: dof = 1
