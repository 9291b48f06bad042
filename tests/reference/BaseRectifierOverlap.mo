//! base 0.1.0
package 'RectifierOverlap'
  model 'RectifierOverlap' "Rectifier with a freewheeling diode and an inductive source: one diode, both, the other"
    parameter Real 'source.V'(start = 1.0, unit = "V", quantity = "ElectricPotential") = 10.0 "Amplitude of sine wave";
    parameter Real 'source.w'(unit = "rad/s", quantity = "AngularFrequency") = 3.0;
    parameter Real 'Ls.L'(start = 1.0, unit = "H", quantity = "Inductance") = 0.2 "Inductance of the source";
    parameter Real 'L.L'(start = 1.0, unit = "H", quantity = "Inductance") = 1.0;
    parameter Real 'R.R'(start = 1.0, unit = "Ohm", quantity = "Resistance") = 2.0;
    final parameter Real 'D1.Ron'(unit = "Ohm", min = 0.0) = 0.0 "Forward state-on differential resistance (closed resistance)";
    final parameter Real 'D1.Goff'(unit = "S", min = 0.0) = 0.0 "Backward state-off conductance (opened conductance)";
    final parameter Real 'D1.Vknee'(unit = "V", min = 0.0) = 0.0 "Forward threshold voltage";
    final parameter Real 'D2.Ron'(unit = "Ohm", min = 0.0) = 0.0;
    final parameter Real 'D2.Goff'(unit = "S", min = 0.0) = 0.0;
    final parameter Real 'D2.Vknee'(unit = "V", min = 0.0) = 0.0;
    Real 'D1.v'(unit = "V", quantity = "ElectricPotential") "Voltage drop of the two pins (= p.v - n.v)";
    Real 'D1.i'(unit = "A", quantity = "ElectricCurrent") "Current flowing from pin p to pin n";
    Real 'D1.s'(start = -1.0, unit = "1") "Auxiliary variable for actual position on the ideal diode characteristic";
    Boolean 'D1.off'(start = true) "Switching state of diode";
    Real 'D2.v'(unit = "V", quantity = "ElectricPotential");
    Real 'D2.i'(unit = "A", quantity = "ElectricCurrent");
    Real 'D2.s'(start = 1.0, unit = "1");
    Boolean 'D2.off'(start = false) "Switching state of diode";
    Real 'Ls.v'(unit = "V", quantity = "ElectricPotential");
    Real 'Ls.i'(unit = "A", quantity = "ElectricCurrent");
    Real 'L.v'(unit = "V", quantity = "ElectricPotential");
    Real 'L.i'(start = 1.0, fixed = true, unit = "A", quantity = "ElectricCurrent");
    Real 'L.p.v'(unit = "V", quantity = "ElectricPotential") "Potential at the cathodes";
    Real 'source.v'(unit = "V", quantity = "ElectricPotential");
  equation
    'source.v' = -'source.V' * sin('source.w' * time + 0.5);
    'Ls.L' * der('Ls.i') = 'Ls.v';
    'Ls.i' = 'D1.i';
    'source.v' = 'Ls.v' + 'D1.v' + 'L.p.v';
    'D1.off' = 'D1.s' < 0.0;
    'D1.v' = 'D1.s' * (if 'D1.off' then 1.0 else 'D1.Ron') + 'D1.Vknee';
    'D1.i' = 'D1.s' * (if 'D1.off' then 'D1.Goff' else 1.0) + 'D1.Goff' * 'D1.Vknee';
    'D2.off' = 'D2.s' < 0.0;
    'D2.v' = 'D2.s' * (if 'D2.off' then 1.0 else 'D2.Ron') + 'D2.Vknee';
    'D2.i' = 'D2.s' * (if 'D2.off' then 'D2.Goff' else 1.0) + 'D2.Goff' * 'D2.Vknee';
    'D2.v' = -'L.p.v';
    'D1.i' + 'D2.i' = 'L.i';
    'L.L' * der('L.i') = 'L.v';
    'L.p.v' = 'L.v' + 'R.R' * 'L.i';
    annotation(experiment(StartTime = 0.0, StopTime = 3.5, Tolerance = 1e-06));
  end 'RectifierOverlap';
end 'RectifierOverlap';
// Freewheeling (one freedom, the source's current is held at zero), overlap (two), D1 alone (one, two inductors in series): closed forms in
// every mode, times of the changes by bisection.
//: --rtol 1e-11
//: 'L.i' = 2.18018011978872 +- 1e-8
//: 'Ls.i' = 2.18018011978872 +- 1e-8
//: index = 2
//: dof = 1
//: events = 6
