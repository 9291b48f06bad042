//! base 0.1.0
package 'PinNetwork'
  model 'PinNetwork' "Two capacitors in parallel over a resistor: pins and ground as exported"
    parameter Real 'R.R'(unit = "Ohm") = 100.0;
    parameter Real 'C1.C'(unit = "F", min = 0.0) = 0.01;
    parameter Real 'C2.C'(unit = "F", min = 0.0) = 0.02;
    Real 'R.v'(unit = "V");
    Real 'R.i'(unit = "A");
    Real 'R.p.v'(unit = "V");
    Real 'R.p.i'(unit = "A");
    Real 'R.n.v'(unit = "V");
    Real 'R.n.i'(unit = "A");
    Real 'C1.v'(unit = "V");
    Real 'C1.i'(unit = "A");
    Real 'C1.p.v'(unit = "V");
    Real 'C1.p.i'(unit = "A");
    Real 'C1.n.v'(unit = "V");
    Real 'C1.n.i'(unit = "A");
    Real 'C2.v'(start = 5.0, fixed = true, unit = "V");
    Real 'C2.i'(unit = "A");
    Real 'C2.p.v'(unit = "V");
    Real 'C2.p.i'(unit = "A");
    Real 'C2.n.v'(unit = "V");
    Real 'C2.n.i'(unit = "A");
    Real 'ground.p.v'(unit = "V");
    Real 'ground.p.i'(unit = "A");
  equation
    'R.v' = 'R.p.v' - 'R.n.v';
    0.0 = 'R.p.i' + 'R.n.i';
    'R.i' = 'R.p.i';
    'R.v' = 'R.R' * 'R.i';
    'C1.v' = 'C1.p.v' - 'C1.n.v';
    0.0 = 'C1.p.i' + 'C1.n.i';
    'C1.i' = 'C1.p.i';
    'C1.i' = 'C1.C' * der('C1.v');
    'C2.v' = 'C2.n.v' - 'C2.p.v' "turned round";
    0.0 = 'C2.p.i' + 'C2.n.i';
    'C2.i' = 'C2.n.i';
    'C2.i' = 'C2.C' * der('C2.v');
    'ground.p.v' = 0.0;
    'R.p.v' = 'C1.p.v';
    'R.p.v' = 'C2.n.v';
    'R.p.i' + 'C1.p.i' + 'C2.n.i' = 0.0;
    'R.n.v' = 'C1.n.v';
    'R.n.v' = 'C2.p.v';
    'R.n.v' = 'ground.p.v';
    'R.n.i' + 'C1.n.i' + 'C2.p.i' + 'ground.p.i' = 0.0;
    annotation(experiment(StartTime = 0.0, StopTime = 3.0, Tolerance = 1e-06));
  end 'PinNetwork';
end 'PinNetwork';
// v = 5 exp(-t/(R (C1 + C2)))
//: --rtol 1e-11
//: 'C1.v' = 1.83939720585721 +- 1e-9
//: 'R.i' = 0.0183939720585721 +- 1e-11
//: 'C1.i' = -0.0061313240195240 +- 1e-11
//: 'C2.n.i' = -0.0122626480390481 +- 1e-11
//: 'ground.p.i' = 0 +- 1e-15
//: coordinates = 2
//: dof = 1
//: index = 2
