//! base 0.1.0
package 'ThermalNetwork'
  record 'ThermalNetwork.Wall' "Data of a wall"
    Real 'C'(unit = "J/K", quantity = "HeatCapacity") "Heat capacity";
    Real 'G'(unit = "W/K", quantity = "ThermalConductance");
    Real 'T_start'(unit = "K", displayUnit = "degC", quantity = "ThermodynamicTemperature");
  end 'ThermalNetwork.Wall';

  model 'ThermalNetwork' "Three heat capacities in a row between a heater and the air"
    parameter 'ThermalNetwork.Wall'[3] 'wall' = {'ThermalNetwork.Wall'('C' = 20.0, 'G' = 4.0, 'T_start' = 293.15), 'ThermalNetwork.Wall'('C' = 50.0, 'G' = 8.0, 'T_start' = 293.15), 'ThermalNetwork.Wall'(30.0, 2.0, 303.15)};
    parameter Real 'fixedTemperature.T'(unit = "K", displayUnit = "degC", start = 288.15, nominal = 300.0, min = 0.0) = 283.15 "Fixed temperature at port";
    parameter Real 'heater.Q_flow'(unit = "W", quantity = "Power") = 100.0;
    Real[3] 'mass.T'(each unit = "K", each displayUnit = "degC", start = 'wall'.'T_start', each fixed = true, each min = 0.0, each nominal = 300.0, each quantity = "ThermodynamicTemperature") "Temperature of element";
    Real[3] 'mass.port.Q_flow'(each unit = "W", each quantity = "Power");
    Real[3] 'conductor.Q_flow'(each unit = "W", each quantity = "Power") "Heat flow rate from port_a -> port_b";
    Real[3] 'conductor.dT'(each unit = "K");
    output Real 'loss'(unit = "W") = 'conductor.Q_flow'[3];
  equation
    for 'i' in 1:3 loop
      'wall'['i'].'C' * der('mass.T'['i']) = 'mass.port.Q_flow'['i'];
      'conductor.Q_flow'['i'] = 'wall'['i'].'G' * 'conductor.dT'['i'];
    end for;
    'conductor.dT'[1:2] = 'mass.T'[1:2] - 'mass.T'[2:3];
    'conductor.dT'[3] = 'mass.T'[3] - 'fixedTemperature.T';
    'mass.port.Q_flow' = {'heater.Q_flow', 'conductor.Q_flow'[1], 'conductor.Q_flow'[2]} - 'conductor.Q_flow';
    annotation(experiment(StartTime = 0.0, StopTime = 30.0));
  end 'ThermalNetwork';
end 'ThermalNetwork';
// Linear: exponential of the matrix (mpmath).
//: --rtol 1e-11
//: 'mass.T'[1] = 335.964090568833 +- 1e-7
//: 'mass.T'[2] = 313.994232551718 +- 1e-7
//: 'mass.T'[3] = 306.439953567368 +- 1e-7
//: 'loss' = 46.5799071347352 +- 1e-7
