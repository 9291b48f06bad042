//! base 0.1.0
package 'ResonantCharger'
  model 'ResonantCharger' "A diode and an inductor charge a capacitor to almost twice the supply; the load empties it, and again"
    parameter Real 'supply.V'(start = 1.0, unit = "V", quantity = "ElectricPotential") = 5.0 "Value of constant voltage";
    parameter Real 'inductor.L'(start = 1.0, unit = "H", quantity = "Inductance") = 0.1 "Inductance";
    parameter Real 'capacitor.C'(start = 1.0, min = 0.0, unit = "F", quantity = "Capacitance") = 0.4 "Capacitance";
    parameter Real 'load.R'(start = 1.0, unit = "Ohm", quantity = "Resistance") = 3.0;
    Real 'inductor.v'(unit = "V", quantity = "ElectricPotential");
    Real 'inductor.i'(start = 0.5, fixed = true, unit = "A", quantity = "ElectricCurrent") "Current flowing from pin p to pin n";
    Real 'capacitor.v'(start = 0.0, fixed = true, unit = "V", quantity = "ElectricPotential");
    Real 'capacitor.i'(unit = "A", quantity = "ElectricCurrent");
    Real 'load.i'(unit = "A", quantity = "ElectricCurrent");
    Real 'diode.v'(unit = "V", quantity = "ElectricPotential");
    Real 'diode.s'(start = 1.0, unit = "1");
    Boolean 'diode.off'(start = false) "Switching state of diode";
  equation
    'diode.off' = 'diode.s' < 0.0;
    if 'diode.off' then
      'diode.v' = 'diode.s';
      'inductor.i' = 0.0;
    else
      'diode.v' = 0.0;
      'inductor.i' = 'diode.s';
    end if;
    'supply.V' = 'diode.v' + 'inductor.v' + 'capacitor.v';
    'inductor.L' * der('inductor.i') = 'inductor.v';
    'capacitor.C' * der('capacitor.v') = 'capacitor.i';
    'capacitor.v' = 'load.R' * 'load.i';
    'inductor.i' = 'capacitor.i' + 'load.i';
    annotation(experiment(StartTime = 0.0, StopTime = 3.0));
  end 'ResonantCharger';
end 'ResonantCharger';
// Conducting: a damped oscillation, two freedoms; blocking: the current is held at zero (index 2), the voltage decays
// until it meets the supply. Times by bisection of the closed forms.
//: --rtol 1e-11
//: 'capacitor.v' = 4.61262239424051 +- 1e-8
//: 'inductor.i' = 1.92321277513286 +- 1e-8
//: dof = 2
//: events = 2
