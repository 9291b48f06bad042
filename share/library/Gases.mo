// Functions that exported models call and do not contain: Modelica.Media.IdealGases, by the polynomials of NASA Glenn
// (McBride, Zehe, Gordon: NASA/TP-2002-211556), of which every gas has two, below and above Tlimit.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  type 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy' = enumeration('ZeroAt0K', 'ZeroAt25C', 'UserDefined');

  record 'Modelica.Media.IdealGases.Common.DataRecord'
    String 'name';
    Real 'MM';
    Real 'Hf';
    Real 'H0';
    Real 'Tlimit';
    Real 'alow'[7];
    Real 'blow'[2];
    Real 'ahigh'[7];
    Real 'bhigh'[2];
    Real 'R_s';
  end 'Modelica.Media.IdealGases.Common.DataRecord';

  function 'Involute.Gases.cp' "heat capacity in units of R"
    input Real T;
    input Real a[7];
    output Real y;
  algorithm
    y := (a[1] + T*(a[2] + T*(a[3] + T*(a[4] + T*(a[5] + T*(a[6] + T*a[7]))))))/T^2;
  end 'Involute.Gases.cp';

  function 'Involute.Gases.h' "enthalpy in units of R"
    input Real T;
    input Real a[7];
    input Real b[2];
    output Real y;
  algorithm
    y := -a[1]/T + b[1] + a[2]*log(T) + T*(a[3] + T*(a[4]/2 + T*(a[5]/3 + T*(a[6]/4 + T*a[7]/5))));
  end 'Involute.Gases.h';

  function 'Involute.Gases.s' "entropy in units of R"
    input Real T;
    input Real a[7];
    input Real b[2];
    output Real y;
  algorithm
    y := b[2] - a[1]/(2*T^2) - a[2]/T + a[3]*log(T) + T*(a[4] + T*(a[5]/2 + T*(a[6]/3 + T*a[7]/4)));
  end 'Involute.Gases.s';

  function 'Modelica.Media.IdealGases.Common.Functions.cp_T' "heat capacity at constant pressure"
    input 'Modelica.Media.IdealGases.Common.DataRecord' data;
    input Real T;
    output Real cp;
  algorithm
    cp := data.'R_s'*smooth(0, if T < data.'Tlimit' then 'Involute.Gases.cp'(T, data.'alow')
      else 'Involute.Gases.cp'(T, data.'ahigh'));
  end 'Modelica.Media.IdealGases.Common.Functions.cp_T';

  function 'Modelica.Media.IdealGases.Common.Functions.cp_Tlow' "heat capacity at constant pressure, below Tlimit"
    input 'Modelica.Media.IdealGases.Common.DataRecord' data;
    input Real T;
    output Real cp;
  algorithm
    cp := data.'R_s'*'Involute.Gases.cp'(T, data.'alow');
  end 'Modelica.Media.IdealGases.Common.Functions.cp_Tlow';

  function 'Involute.Gases.offset' "what the choice of the reference adds to the enthalpy"
    input 'Modelica.Media.IdealGases.Common.DataRecord' data;
    input Boolean exclEnthForm;
    input 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy' refChoice;
    input Real h_off;
    output Real y;
  algorithm
    y := (if exclEnthForm then -data.'Hf' else 0)
      + (if refChoice == 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy'.'ZeroAt0K' then data.'H0'
         else if refChoice == 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy'.'UserDefined' then h_off else 0);
  end 'Involute.Gases.offset';

  function 'Modelica.Media.IdealGases.Common.Functions.h_T' "enthalpy"
    input 'Modelica.Media.IdealGases.Common.DataRecord' data;
    input Real T;
    input Boolean exclEnthForm = true;
    input 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy' refChoice =
      'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy'.'ZeroAt0K';
    input Real h_off = 0;
    output Real h;
  algorithm
    h := data.'R_s'*smooth(0, if T < data.'Tlimit' then 'Involute.Gases.h'(T, data.'alow', data.'blow')
      else 'Involute.Gases.h'(T, data.'ahigh', data.'bhigh')) + 'Involute.Gases.offset'(data, exclEnthForm, refChoice, h_off);
  end 'Modelica.Media.IdealGases.Common.Functions.h_T';

  function 'Modelica.Media.IdealGases.Common.Functions.h_Tlow' "enthalpy, below Tlimit"
    input 'Modelica.Media.IdealGases.Common.DataRecord' data;
    input Real T;
    input Boolean exclEnthForm = true;
    input 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy' refChoice =
      'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy'.'ZeroAt0K';
    input Real h_off = 0;
    output Real h;
  algorithm
    h := data.'R_s'*'Involute.Gases.h'(T, data.'alow', data.'blow')
      + 'Involute.Gases.offset'(data, exclEnthForm, refChoice, h_off);
  end 'Modelica.Media.IdealGases.Common.Functions.h_Tlow';

  function 'Modelica.Media.IdealGases.Common.Functions.s0_T' "entropy at the pressure 101325 Pa"
    input 'Modelica.Media.IdealGases.Common.DataRecord' data;
    input Real T;
    output Real s;
  algorithm
    s := data.'R_s'*smooth(0, if T < data.'Tlimit' then 'Involute.Gases.s'(T, data.'alow', data.'blow')
      else 'Involute.Gases.s'(T, data.'ahigh', data.'bhigh'));
  end 'Modelica.Media.IdealGases.Common.Functions.s0_T';

  function '*.T_h.f_nonlinear' "what the temperature u misses of the enthalpy h"
    input Real u;
    input 'Modelica.Media.IdealGases.Common.DataRecord' data;
    input Real h;
    input Boolean exclEnthForm = true;
    input 'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy' refChoice =
      'Modelica.Media.Interfaces.Choices.ReferenceEnthalpy'.'ZeroAt0K';
    input Real h_off = 0;
    output Real y;
  algorithm
    y := 'Modelica.Media.IdealGases.Common.Functions.h_T'(data, u, exclEnthForm, refChoice, h_off) - h;
  end '*.T_h.f_nonlinear';

  function '*.T_ps.f_nonlinear' "what the temperature u misses of the entropy s"
    input Real u;
    input 'Modelica.Media.IdealGases.Common.DataRecord' data;
    input Real p;
    input Real s;
    output Real y;
  algorithm
    y := 'Modelica.Media.IdealGases.Common.Functions.s0_T'(data, u) - data.'R_s'*log(p/101325) - s;
  end '*.T_ps.f_nonlinear';
end Library;
