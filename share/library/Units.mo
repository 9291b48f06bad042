// Functions that exported models call and do not contain: Modelica.Units.Conversions.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  function 'Modelica.Units.Conversions.from_deg' "deg to rad"
    input Real x;
    output Real y;
  algorithm
    y := x*(Modelica.Constants.pi/180);
  end 'Modelica.Units.Conversions.from_deg';

  function 'Modelica.Units.Conversions.to_deg' "rad to deg"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(Modelica.Constants.pi/180);
  end 'Modelica.Units.Conversions.to_deg';

  function 'Modelica.Units.Conversions.from_rpm' "rpm to rad/s"
    input Real x;
    output Real y;
  algorithm
    y := x*(Modelica.Constants.pi/30);
  end 'Modelica.Units.Conversions.from_rpm';

  function 'Modelica.Units.Conversions.to_rpm' "rad/s to rpm"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(Modelica.Constants.pi/30);
  end 'Modelica.Units.Conversions.to_rpm';

  function 'Modelica.Units.Conversions.from_degC' "degC to K"
    input Real x;
    output Real y;
  algorithm
    y := x*(1) + 273.15;
  end 'Modelica.Units.Conversions.from_degC';

  function 'Modelica.Units.Conversions.to_degC' "K to degC"
    input Real x;
    output Real y;
  algorithm
    y := (x - 273.15)/(1);
  end 'Modelica.Units.Conversions.to_degC';

  function 'Modelica.Units.Conversions.from_degF' "degF to K"
    input Real x;
    output Real y;
  algorithm
    y := x*(5/9) + (273.15 - 32*5/9);
  end 'Modelica.Units.Conversions.from_degF';

  function 'Modelica.Units.Conversions.to_degF' "K to degF"
    input Real x;
    output Real y;
  algorithm
    y := (x - (273.15 - 32*5/9))/(5/9);
  end 'Modelica.Units.Conversions.to_degF';

  function 'Modelica.Units.Conversions.from_degRk' "degRk to K"
    input Real x;
    output Real y;
  algorithm
    y := x*(5/9);
  end 'Modelica.Units.Conversions.from_degRk';

  function 'Modelica.Units.Conversions.to_degRk' "K to degRk"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(5/9);
  end 'Modelica.Units.Conversions.to_degRk';

  function 'Modelica.Units.Conversions.from_kmh' "kmh to m/s"
    input Real x;
    output Real y;
  algorithm
    y := x*(1/3.6);
  end 'Modelica.Units.Conversions.from_kmh';

  function 'Modelica.Units.Conversions.to_kmh' "m/s to kmh"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(1/3.6);
  end 'Modelica.Units.Conversions.to_kmh';

  function 'Modelica.Units.Conversions.from_day' "day to s"
    input Real x;
    output Real y;
  algorithm
    y := x*(86400);
  end 'Modelica.Units.Conversions.from_day';

  function 'Modelica.Units.Conversions.to_day' "s to day"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(86400);
  end 'Modelica.Units.Conversions.to_day';

  function 'Modelica.Units.Conversions.from_hour' "hour to s"
    input Real x;
    output Real y;
  algorithm
    y := x*(3600);
  end 'Modelica.Units.Conversions.from_hour';

  function 'Modelica.Units.Conversions.to_hour' "s to hour"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(3600);
  end 'Modelica.Units.Conversions.to_hour';

  function 'Modelica.Units.Conversions.from_minute' "minute to s"
    input Real x;
    output Real y;
  algorithm
    y := x*(60);
  end 'Modelica.Units.Conversions.from_minute';

  function 'Modelica.Units.Conversions.to_minute' "s to minute"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(60);
  end 'Modelica.Units.Conversions.to_minute';

  function 'Modelica.Units.Conversions.from_litre' "litre to m3"
    input Real x;
    output Real y;
  algorithm
    y := x*(0.001);
  end 'Modelica.Units.Conversions.from_litre';

  function 'Modelica.Units.Conversions.to_litre' "m3 to litre"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(0.001);
  end 'Modelica.Units.Conversions.to_litre';

  function 'Modelica.Units.Conversions.from_kWh' "kWh to J"
    input Real x;
    output Real y;
  algorithm
    y := x*(3.6e6);
  end 'Modelica.Units.Conversions.from_kWh';

  function 'Modelica.Units.Conversions.to_kWh' "J to kWh"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(3.6e6);
  end 'Modelica.Units.Conversions.to_kWh';

  function 'Modelica.Units.Conversions.from_bar' "bar to Pa"
    input Real x;
    output Real y;
  algorithm
    y := x*(1e5);
  end 'Modelica.Units.Conversions.from_bar';

  function 'Modelica.Units.Conversions.to_bar' "Pa to bar"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(1e5);
  end 'Modelica.Units.Conversions.to_bar';

  function 'Modelica.Units.Conversions.from_mmHg' "mmHg to Pa"
    input Real x;
    output Real y;
  algorithm
    y := x*(133.322387415);
  end 'Modelica.Units.Conversions.from_mmHg';

  function 'Modelica.Units.Conversions.to_mmHg' "Pa to mmHg"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(133.322387415);
  end 'Modelica.Units.Conversions.to_mmHg';

  function 'Modelica.Units.Conversions.from_gps' "gps to kg/s"
    input Real x;
    output Real y;
  algorithm
    y := x*(0.001);
  end 'Modelica.Units.Conversions.from_gps';

  function 'Modelica.Units.Conversions.to_gps' "kg/s to gps"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(0.001);
  end 'Modelica.Units.Conversions.to_gps';

  function 'Modelica.Units.Conversions.from_Hz' "Hz to rad/s"
    input Real x;
    output Real y;
  algorithm
    y := x*(2*Modelica.Constants.pi);
  end 'Modelica.Units.Conversions.from_Hz';

  function 'Modelica.Units.Conversions.to_Hz' "rad/s to Hz"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(2*Modelica.Constants.pi);
  end 'Modelica.Units.Conversions.to_Hz';

  function 'Modelica.Units.Conversions.from_Ah' "Ah to C"
    input Real x;
    output Real y;
  algorithm
    y := x*(3600);
  end 'Modelica.Units.Conversions.from_Ah';

  function 'Modelica.Units.Conversions.to_Ah' "C to Ah"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(3600);
  end 'Modelica.Units.Conversions.to_Ah';

  function 'Modelica.Units.Conversions.from_cm2' "cm2 to m2"
    input Real x;
    output Real y;
  algorithm
    y := x*(1e-4);
  end 'Modelica.Units.Conversions.from_cm2';

  function 'Modelica.Units.Conversions.to_cm2' "m2 to cm2"
    input Real x;
    output Real y;
  algorithm
    y := (x)/(1e-4);
  end 'Modelica.Units.Conversions.to_cm2';
end Library;
