//! base 0.1.0
package 'Inverter'
  model 'Inverter' "Half bridge of two ideal switches and an inductive load, pulse width modulated by a carrier"
    parameter Real 'supply.V'(start = 1.0, unit = "V", quantity = "ElectricPotential") = 12.0 "Of each half";
    parameter Real 'load.R'(start = 1.0, unit = "Ohm", quantity = "Resistance") = 1.0;
    parameter Real 'load.L'(start = 1.0, unit = "H", quantity = "Inductance") = 0.1;
    parameter Real 'carrier.w'(unit = "rad/s") = 40.0;
    final parameter Real 'S1.Ron'(unit = "Ohm", min = 0.0) = 0.0, 'S1.Goff'(unit = "S", min = 0.0) = 0.0;
    final parameter Real 'S2.Ron'(unit = "Ohm", min = 0.0) = 0.0, 'S2.Goff'(unit = "S", min = 0.0) = 0.0;
    Real 'load.v'(unit = "V", quantity = "ElectricPotential") "Voltage of the bridge";
    Real 'load.i'(start = 0.0, fixed = true, unit = "A", quantity = "ElectricCurrent");
    Real 'S1.v'(unit = "V"), 'S1.i'(unit = "A"), 'S1.s'(unit = "1") "Auxiliary variable";
    Real 'S2.v'(unit = "V"), 'S2.i'(unit = "A"), 'S2.s'(unit = "1") "Auxiliary variable";
    Boolean 'S1.control' "true => p--n connected, false => switch open";
    Boolean 'S2.control';
    Real 'reference.y' = 0.7 * sin(4.0 * time + 0.5);
    Real 'carrier.y' = 2.0 / 3.141592653589793 * asin(sin('carrier.w' * time)) "Triangle between -1 and 1";
  equation
    'S1.control' = 'reference.y' > 'carrier.y';
    'S2.control' = not 'S1.control';
    'S1.v' = 'S1.s' * (if 'S1.control' then 'S1.Ron' else 1.0);
    'S1.i' = 'S1.s' * (if 'S1.control' then 1.0 else 'S1.Goff');
    'S2.v' = 'S2.s' * (if 'S2.control' then 'S2.Ron' else 1.0);
    'S2.i' = 'S2.s' * (if 'S2.control' then 1.0 else 'S2.Goff');
    'S1.v' = 'supply.V' - 'load.v';
    'S2.v' = 'load.v' + 'supply.V';
    'S1.i' = 'load.i' + 'S2.i';
    'load.v' = 'load.R' * 'load.i' + 'load.L' * der('load.i');
    annotation(experiment(StartTime = 0.0, StopTime = 1.0, Tolerance = 1e-06));
  end 'Inverter';
end 'Inverter';
// Times of the crossings by bisection, between them exponentials towards 12 and -12.
//: --rtol 1e-10
//: 'load.i' = -7.33981715534883 +- 1e-8
//: events = 13
