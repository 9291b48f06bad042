// Functions that exported models call and do not contain: devices of SPICE3 in Modelica.Electrical.Spice3.Internal.
// Records are those of the model. Constants of SPICE3: k/q and the conductance parallel to every junction.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  constant Real 'Involute.Spice3.kOverQ' = 1.380649e-23/1.6021918e-19;
  constant Real 'Involute.Spice3.gmin' = 1e-12;

  function 'Modelica.Electrical.Spice3.Internal.SpiceRoot.limitJunctionVoltageRevised' "the voltage, which is not limited"
    input Real voltage;
    output Real ret;
  algorithm
    ret := voltage;
  end 'Modelica.Electrical.Spice3.Internal.SpiceRoot.limitJunctionVoltageRevised';

  function 'Modelica.Electrical.Spice3.Internal.SpiceRoot.initJunctionVoltagesRevised' "no special treatment at the start"
    output Boolean ret;
  algorithm
    ret := false;
  end 'Modelica.Electrical.Spice3.Internal.SpiceRoot.initJunctionVoltagesRevised';

  // Beyond this multiple of the thermal voltage the exponential goes on as a straight line: at 10 kA, or e^50.
  function 'Involute.Spice3.largestExponent' "where the exponential of a junction ends"
    input Real satcur;
    output Real exponent;
  algorithm
    exponent := min(50, log(1e4/satcur));
  end 'Involute.Spice3.largestExponent';

  function 'Modelica.Electrical.Spice3.Internal.Functions.junction2SPICE3MOSFETRevised' "current and conductance of a junction of a MOSFET"
    input Real voltage;
    input Real temp;
    input Real ncoeff;
    input Real satcur;
    output Real out_current;
    output Real out_cond;
  protected
    Real thermal;
    Real most;
    Real growth;
  algorithm
    if satcur > 1e-101 then
      thermal := 'Involute.Spice3.kOverQ'*temp*ncoeff;
      most := 'Involute.Spice3.largestExponent'(satcur);
      if voltage <= 0 then
        out_current := satcur/thermal*voltage;
        out_cond := satcur/thermal + 'Involute.Spice3.gmin';
      elseif voltage >= most*thermal then
        growth := exp(most);
        out_cond := satcur*growth/thermal;
        out_current := satcur*(growth - 1) + out_cond*(voltage - most*thermal);
      else
        growth := exp(voltage/thermal);
        out_current := satcur*(growth - 1);
        out_cond := satcur*growth/thermal + 'Involute.Spice3.gmin';
      end if;
    else
      out_current := 0;
      out_cond := 0;
    end if;
    annotation(smoothOrder = 1);
  end 'Modelica.Electrical.Spice3.Internal.Functions.junction2SPICE3MOSFETRevised';

  function 'Modelica.Electrical.Spice3.Internal.Functions.junction2' "current and conductance of a junction"
    input Real voltage;
    input Real temp;
    input Real ncoeff;
    input Real satcur;
    output Real current;
    output Real cond;
  protected
    Real thermal;
    Real most;
    Real growth;
    Real rest;
  algorithm
    if satcur > 1e-101 then
      thermal := 'Involute.Spice3.kOverQ'*temp*ncoeff;
      most := 'Involute.Spice3.largestExponent'(satcur);
      if voltage >= most*thermal then
        growth := exp(most);
        cond := satcur*growth/thermal;
        current := satcur*(growth - 1) + cond*(voltage - most*thermal);
      elseif voltage >= -5*thermal then
        growth := exp(voltage/thermal);
        current := satcur*(growth - 1) + 'Involute.Spice3.gmin'*voltage;
        cond := satcur*growth/thermal + 'Involute.Spice3.gmin';
      else
        rest := (3*thermal/(voltage*exp(1)))^3;
        current := -satcur*(1 + rest) + 'Involute.Spice3.gmin'*voltage;
        cond := 3*satcur*rest/voltage + 'Involute.Spice3.gmin';
      end if;
    else
      current := 0;
      cond := 0;
    end if;
  end 'Modelica.Electrical.Spice3.Internal.Functions.junction2';

  function 'Modelica.Electrical.Spice3.Internal.Functions.junction2SPICE3BJT' "currents and conductances of a junction of a bipolar transistor: ideal, and by leakage"
    input Real voltage;
    input Real temp;
    input Real ncoeff1;
    input Real ncoeff2;
    input Real satcur1;
    input Real satcur2;
    output Real current1;
    output Real cond1;
    output Real current2;
    output Real cond2;
  protected
    Real thermal1;
    Real thermal2;
  algorithm
    thermal1 := 'Involute.Spice3.kOverQ'*temp*ncoeff1;
    thermal2 := 'Involute.Spice3.kOverQ'*temp*ncoeff2;
    if voltage > -5*thermal1 then
      current1 := satcur1*(exp(voltage/thermal1) - 1) + 'Involute.Spice3.gmin'*voltage;
      cond1 := satcur1*exp(voltage/thermal1)/thermal1 + 'Involute.Spice3.gmin';
      current2 := if satcur2 == 0 then 0 else satcur2*(exp(voltage/thermal2) - 1);
      cond2 := if satcur2 == 0 then 0 else satcur2*exp(voltage/thermal2)/thermal2;
    else
      current1 := -satcur1 + 'Involute.Spice3.gmin'*voltage;
      cond1 := -satcur1/voltage + 'Involute.Spice3.gmin';
      current2 := -satcur2;
      cond2 := -satcur2/voltage;
    end if;
  end 'Modelica.Electrical.Spice3.Internal.Functions.junction2SPICE3BJT';

  function 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised' "capacitance and charge of a junction: a power up to the voltage depcap, from there a straight line"
    input Real capin;
    input Real voltage;
    input Real depcap;
    input Real mj;
    input Real phij;
    input Real f1;
    input Real f2;
    input Real f3;
    output Real capout;
    output Real charge;
  protected
    Real barrier;
  algorithm
    // without a capacitance it must not depend on the voltage: its derivative would count as an unknown
    if capin == 0 then
      capout := 0;
      charge := 0;
    elseif voltage < depcap then
      barrier := 1 - voltage/phij;
      capout := if mj == 0.5 then capin/sqrt(barrier) else capin*exp(-mj*log(barrier));
      charge := phij*(capin - barrier*capout)/(1 - mj);
    else
      capout := capin/f2*(f3 + mj*voltage/phij);
      charge := capin*f1 + capin/f2*(voltage - depcap)*(f3 + mj/(2*phij)*(voltage + depcap));
    end if;
    annotation(smoothOrder = 1);
  end 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised';

  function 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapTransTime' "the same with the charge of the current's transit time"
    input Real capin;
    input Real voltage;
    input Real depcap;
    input Real mj;
    input Real phij;
    input Real f1;
    input Real f2;
    input Real f3;
    input Real transittime;
    input Real conduct;
    input Real current;
    output Real capout;
    output Real charge;
  algorithm
    (capout, charge) := 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised'(capin, voltage, depcap, mj, phij, f1, f2, f3);
    if transittime <> 0 then
      capout := capout + transittime*conduct;
      charge := charge + transittime*current;
    end if;
    annotation(smoothOrder = 1);
  end 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapTransTime';

  record 'Modelica.Electrical.Spice3.Internal.Mos.MosCalc' "what the capacitances of Meyer depend on"
    Real 'm_von';
    Real 'm_vdsat';
    Real 'm_tPhi';
    Real 'm_capOx';
  end 'Modelica.Electrical.Spice3.Internal.Mos.MosCalc';

  // J. E. Meyer: MOS models and circuit simulation, RCA Review 32 (1971) 42-63: halves of the capacitances.
  function 'Modelica.Electrical.Spice3.Internal.Mos.mosCalcDEVqmeyer' "capacitances of the gate"
    input Real vgs;
    input Real vgd;
    input Real vgb;
    input 'Modelica.Electrical.Spice3.Internal.Mos.MosCalc' in_c;
    output 'Modelica.Electrical.Spice3.Internal.Mos.DEVqmeyer' out_qm;
  protected
    Real above;
    Real drain;
    Real whole;
    Real bulk;
    Real source;
    Real sink;
  algorithm
    above := vgs - in_c.'m_von';
    drain := vgs - vgd;
    whole := in_c.'m_capOx';
    bulk := if above <= -in_c.'m_tPhi' then whole/2 else if above <= 0 then -above*whole/(2*in_c.'m_tPhi') else 0;
    if whole == 0 then
      bulk := 0;
      source := 0;
      sink := 0;
    elseif above <= -in_c.'m_tPhi'/2 then
      source := 0;
      sink := 0;
    elseif above <= 0 then
      source := above*whole/(1.5*in_c.'m_tPhi') + whole/3;
      sink := 0;
    elseif in_c.'m_vdsat' <= drain then
      source := whole/3;
      sink := 0;
    else
      source := whole/3*(1 - ((in_c.'m_vdsat' - drain)/(2*in_c.'m_vdsat' - drain))^2);
      sink := whole/3*(1 - (in_c.'m_vdsat'/(2*in_c.'m_vdsat' - drain))^2);
    end if;
    out_qm.'qm_capgb' := bulk;
    out_qm.'qm_capgs' := source;
    out_qm.'qm_capgd' := sink;
    out_qm.'qm_qgs' := 0;
    out_qm.'qm_qgb' := 0;
    out_qm.'qm_qgd' := 0;
    out_qm.'qm_vgs' := 0;
    out_qm.'qm_vgb' := 0;
    out_qm.'qm_vgd' := 0;
  end 'Modelica.Electrical.Spice3.Internal.Mos.mosCalcDEVqmeyer';

  // H. Shichman and D. A. Hodges: IEEE J. Solid-State Circuits 3 (1968) 285-289.
  function 'Modelica.Electrical.Spice3.Internal.Mos1.drainCur' "drain current of a MOSFET of level 1"
    input Real vb;
    input Real vg;
    input Real vds;
    input 'Modelica.Electrical.Spice3.Internal.Mos1.Mos1Calc' in_c;
    input 'Modelica.Electrical.Spice3.Internal.Mos1.Mos1ModelLineParams' in_p;
    input 'Modelica.Electrical.Spice3.Internal.SpiceConstants' in_C;
    input 'Modelica.Electrical.Spice3.Internal.Mos.MosModelLineVariables' in_vp;
    input Integer in_m_type;
    output 'Modelica.Electrical.Spice3.Internal.Mos1.Mos1Calc' out_c;
  protected
    Real root;
    Real body;
    Real above;
    Real across;
    Real shape;
    Real gain;
  algorithm
    out_c := in_c;
    root := if vb <= 0 then sqrt(in_c.'m_tPhi' - vb) else max(0, sqrt(in_c.'m_tPhi') - vb/(2*sqrt(in_c.'m_tPhi')));
    body := if root <= 0 then 0 else in_vp.'m_gamma'/(2*root);
    out_c.'m_von' := in_c.'m_tVbi'*in_m_type + (if in_vp.'m_gamma' == 0 then 0 else in_vp.'m_gamma'*root);
    above := vg - out_c.'m_von';
    out_c.'m_vdsat' := max(above, 0);
    gain := in_c.'m_Beta'*(1 + in_p.'m_lambda'*vds);
    // saturated: the channel ends where the voltage across it is `above`
    across := if above <= vds then above else vds;
    shape := across*(above - across/2);
    out_c.'m_cdrain' := if above <= 0 then 0 else gain*shape;
    out_c.'m_gm' := if above <= 0 then 0 else gain*across;
    out_c.'m_gds' := if above <= 0 then 0 else gain*(above - across) + in_p.'m_lambda'*in_c.'m_Beta'*shape;
    out_c.'m_gmbs' := if above <= 0 then 0 else gain*across*body;
    annotation(smoothOrder = 1);
  end 'Modelica.Electrical.Spice3.Internal.Mos1.drainCur';

  // A. E. Parker and D. J. Skellern's form of the junction FET, as SPICE3 has it: with source and drain exchanged for vds < 0.
  function 'Modelica.Electrical.Spice3.Internal.Jfet.drainCur' "drain current of a junction FET"
    input Real vds;
    input Real vgs;
    input Real vgd;
    input 'Modelica.Electrical.Spice3.Internal.Fet.Fet' in_f;
    input 'Modelica.Electrical.Spice3.Internal.Jfet.JfetModelLine' in_fm;
    output 'Modelica.Electrical.Spice3.Internal.Fet.Fet' out_f;
  protected
    Real above;
    Real across;
    Real gain;
    Real slope;
    Real shape;
    Real transfer;
    Real conductance;
  algorithm
    out_f := in_f;
    above := (if vds >= 0 then vgs else vgd) - in_fm.'m_threshold';
    gain := in_fm.'m_beta'*(1 + in_fm.'m_lModulation'*abs(vds));
    if above <= 0 then
      shape := 0;
      transfer := 0;
      conductance := 0;
    elseif above >= abs(vds) then
      across := abs(vds);
      slope := 2*in_fm.'m_b' + 3*in_fm.'m_bFac'*(above - across);
      shape := across*(across*(in_fm.'m_bFac'*across - in_fm.'m_b') + above*slope);
      transfer := gain*across*(slope + 3*in_fm.'m_bFac'*above);
      conductance := gain*(above - across)*slope + in_fm.'m_beta'*in_fm.'m_lModulation'*shape;
    else
      shape := above^2*(in_fm.'m_b' + in_fm.'m_bFac'*above);
      transfer := gain*above*(2*in_fm.'m_b' + 3*in_fm.'m_bFac'*above);
      conductance := in_fm.'m_lModulation'*in_fm.'m_beta'*shape;
    end if;
    out_f.'m_cdrain' := if vds >= 0 then gain*shape else -gain*shape;
    out_f.'m_gm' := if vds >= 0 then transfer else -transfer;
    out_f.'m_gds' := if vds >= 0 then conductance else conductance + transfer;
    annotation(smoothOrder = 1);
  end 'Modelica.Electrical.Spice3.Internal.Jfet.drainCur';

  function 'Modelica.Electrical.Spice3.Internal.Jfet.calculateGateCap' "capacitances and charges of the gate of a junction FET"
    input 'Modelica.Electrical.Spice3.Internal.Fet.Fet' in_f;
    input Real vgs;
    input Real vgd;
    output Real capgs;
    output Real chargegs;
    output Real capgd;
    output Real chargegd;
  algorithm
    (capgs, chargegs) := 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised'(in_f.'m_tCGS', vgs, in_f.'m_corDepCap', 0.5, in_f.'m_tGatePot', in_f.'m_f1', in_f.'m_f2', in_f.'m_f3');
    (capgd, chargegd) := 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised'(in_f.'m_tCGD', vgd, in_f.'m_corDepCap', 0.5, in_f.'m_tGatePot', in_f.'m_f1', in_f.'m_f2', in_f.'m_f3');
    annotation(smoothOrder = 1);
  end 'Modelica.Electrical.Spice3.Internal.Jfet.calculateGateCap';
end Library;
