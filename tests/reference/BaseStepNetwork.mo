//! base 0.1.0
package 'StepNetwork'
  type 'Modelica.Units.SI.Voltage' = Real(unit = "V", quantity = "ElectricPotential");
  type 'Modelica.Units.SI.Current' = Real(unit = "A", quantity = "ElectricCurrent");

  model 'StepNetwork' "RLC network with a loop of capacitors and a late step of its current source"
    parameter Real 'step.height' = 2.0 "Height of step";
    final parameter Real 'step.offset' = 0.0 "Offset of output signal y";
    parameter Real 'step.startTime'(unit = "s", quantity = "Time") = 0.5 "Output y = offset for time < startTime";
    parameter Real 'C1.C'(unit = "F", min = 0.0) = 0.5, 'C2.C'(unit = "F", min = 0.0) = 0.25 "In series, and over both of them C3", 'C3.C'(unit = "F", min = 0.0) = 0.125;
    parameter Real 'L.L'(unit = "H") = 0.4;
    parameter Real 'R.R'(unit = "Ohm") = 1.0;
    'Modelica.Units.SI.Voltage' 'C1.v'(start = 1.0, fixed = true), 'C2.v'(start = 0.0, fixed = true), 'C3.v';
    'Modelica.Units.SI.Current' 'C1.i', 'C2.i', 'C3.i', 'L.i'(start = 0.0, fixed = true), 'R.i', 'step.i';
  equation
    'step.i' = 'step.offset' + (if time < 'step.startTime' then 0.0 else 'step.height');
    'C1.C' * der('C1.v') = 'C1.i';
    'C2.C' * der('C2.v') = 'C2.i';
    'C3.C' * der('C3.v') = 'C3.i';
    'L.L' * der('L.i') = 'C3.v';
    'C3.v' = 'R.R' * 'R.i';
    'C1.v' + 'C2.v' = 'C3.v';
    'C1.i' = 'C2.i';
    'step.i' = 'C1.i' + 'C3.i' + 'L.i' + 'R.i';
    annotation(experiment(StartTime = 0.0, StopTime = 3.0));
  end 'StepNetwork';
end 'StepNetwork';
// One capacitance C3 + C1 C2/(C1 + C2) parallel to L and R: a damped oscillation before and after the step; the voltages
// of C1 and C2 share the change as 1/C1 to 1/C2.
//: --rtol 1e-11
//: 'C1.v' = 0.662382787851605 +- 1e-9
//: 'C2.v' = -0.675234424296791 +- 1e-9
//: 'L.i' = 1.98552442798072 +- 1e-9
//: index = 2
//: dof = 3
//: events = 1
