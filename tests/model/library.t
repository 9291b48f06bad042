// A file of --library gives functions and constants, by name and with its package, in quotes or without.
model M
  Real x(start = 1, fixed = true);
  Real y, z;
equation
  der(x) = 0;
  y = 'P.Q.twice'(x) + L.scaled(x) + 'L.scaled'(x);
  z = L.c + scaled(x);
end M;
----
printf "function 'P.Q.twice' input Real x; output Real y; algorithm y := 2*x; end 'P.Q.twice';" >one.mo
printf "package L constant Real c = 5; function scaled input Real x; output Real y; algorithm y := c*x; end scaled; end L;" >two.mo
involute run MODEL --library one.mo --library two.mo --json
----
status 0
"y": 12.0
"z": 10.0
====
// The model's own function comes first, a file of --library before what is built in.
model M
  function f
    input Real x;
    output Real y;
  algorithm
    y := 3*x;
  end f;
  Real x(start = 1, fixed = true);
  Real y, z;
equation
  der(x) = 0;
  y = f(x);
  z = 'Modelica.Units.Conversions.from_deg'(x);
end M;
----
printf "function f input Real x; output Real y; algorithm y := 7*x; end f; function 'Modelica.Units.Conversions.from_deg' input Real x; output Real y; algorithm y := 11*x; end 'Modelica.Units.Conversions.from_deg';" >one.mo
involute run MODEL --library one.mo --json
----
status 0
"y": 3.0
"z": 11.0
====
// A record of a library is a type of the model.
model M
  R r(a = 2, b = x);
  Real x(start = 1, fixed = true), y;
equation
  der(x) = 0;
  y = total(r);
end M;
----
printf "record R Real a; Real b; end R; function total input R r; output Real y; algorithm y := r.a + r.b; end total;" >one.mo
involute run MODEL --library one.mo --json
----
status 0
"y": 3.0
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = 'A.B.f'(x);
end M;
----
involute check MODEL
----
status 1
model.mo:4:12: error: unknown function ''A.B.f''; --library FILE.mo adds a file that defines it
====
// What is wrong with a library is reported there.
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = f(x);
end M;
----
printf "function f input Real x; output Real y; algorithm y := 2*; end f;" >one.mo; involute check MODEL --library one.mo; printf "model N Real x; equation x = 1; end N;" >two.mo; involute check MODEL --library two.mo; involute check MODEL --library three.mo
----
status 5
one.mo:1:58: error: expected an expression
two.mo:1:7: error: 'N' is a model; a file of --library may contain functions, records, types and constants
error: cannot read three.mo: No such file or directory
====
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = f(x);
end M;
----
printf "function f input Real x; output Real y; algorithm y := x; end f;" >one.mo; involute run MODEL --library one.mo --output one.mo
----
status 2
would overwrite a file of --library, 'one.mo'
====
// A list of imports.
model M
  import Modelica.Constants.{pi, e};
  Real x(start = 1, fixed = true), y;
equation
  der(x) = 0;
  y = pi - e + x;
end M;
----
involute run MODEL --json
----
status 0
"y": 1.423310825130748
====
model M
  import Modelica.Constants.{pi, 2};
  Real x = pi;
end M;
----
involute check MODEL
----
status 1
model.mo:2:34: error: expected a name in a list of imports
====
// Numbers that are not finite, as exporters write them: bounds that do not bind.
package 'M'
  model 'M'
    Real 'x'(start = 1, fixed = true, max = 1.#INF, min = -1.#INF);
    Real 'y'(max = inf, min = -inf, start = 1.#QNAN) = 2*'x';
  equation
    der('x') = 0;
  end 'M';
end 'M';
----
involute run MODEL --json
----
status 0
"'y'": 2.0
====
package 'M'
  model 'M'
    parameter Real 'p' = 1.#IND;
    Real 'x' = 'p';
  end 'M';
end 'M';
----
involute run MODEL
----
status 1
model.mo:3:20: error: parameter 'p' has the value nan, not a finite number
====
//! base 0.1.0
package 'M'
  model 'M' "coefficients of filters: s/w for s, and w/s"
    Real 'x'(start = 0, fixed = true), 'r[1]', 'c0[1]', 'c1[1]', 'hr[1]', 'h0[1]', 'h1[1]';
  equation
    der('x') = 0;
    ({'r[1]'}, {'c0[1]'}, {'c1[1]'}) = 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.lowPass'({1.5}, {2.0}, {3.0}, 1/(2*Modelica.Constants.pi)*2 + 'x');
    ({'hr[1]'}, {'h0[1]'}, {'h1[1]'}) = 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.highPass'({1.6}, {2.0}, {3.0}, 1/(2*Modelica.Constants.pi)*2 + 'x');
  end 'M';
end 'M';
----
involute run MODEL --json
----
status 0
"'r[1]'": 3.0
"'c0[1]'": 8.0
"'c1[1]'": 6.0
"'hr[1]'": 1.25
"'h0[1]'": 2.0
"'h1[1]'": 3.0
====
//! base 0.1.0
package 'M'
  model 'M' "elimination with a pivot that vanishes; cubics; roots and squares with a finite slope"
    Real 'x'(start = 1, fixed = true), 'a[1]', 'a[2]', 'a[3]', 'b', 'c', 'd', 'e';
  equation
    der('x') = 0;
    {'a[1]', 'a[2]', 'a[3]'} = 'Modelica.Math.Matrices.solve'({{0.0, 2.0, 1.0}, {1.0, 1.0, 1.0}, {2.0, 1.0, -'x'}}, {7.0, 6.0, 1.0});
    'b' = 'Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero'(2*'x', 3, 27, 27, 0) - 8;
    'c' = 'Modelica.Fluid.Utilities.cubicHermite'(2*'x', 1, 3, 1, 27, 3, 27) - 8;
    'd' = 'Modelica.Fluid.Utilities.regRoot2'(-4*'x', 0.01, 1, 9) + 'Modelica.Fluid.Utilities.regSquare2'(2*'x', 0.01, 3, 5);
    'e' = 'Modelica.Fluid.Utilities.regStep'(0.5*'x', 3, 1, 1);
  end 'M';
end 'M';
----
involute run MODEL --json
----
status 0
"'a[1]'": 1.0
"'a[2]'": 2.0
"'a[3]'": 3.0
"'b'": 0.0
"'c'": 0.0
"'d'": 6.0
"'e'": 2.6875
====
//! base 0.1.0
package 'M'
  function 'M.pipe.WallFriction.pressureLoss' "shows that friction is that of the package Detailed"
    input Real 'm';
    output Real 'dp';
  algorithm
    'dp' := 'M.pipe.WallFriction.pressureLoss_m_flow.interpolateInRegion2'('m', 2000.0, 4000.0, 1e-3);
  end 'M.pipe.WallFriction.pressureLoss';
  model 'M' "128*mu*L*V/(pi*d^4) of Hagen and Poiseuille; Swamee and Jain; Colebrook and White; both ends of the transition"
    parameter Real 'pi' = Modelica.Constants.pi;
    Real 'x'(start = 1, fixed = true), 'laminar', 'turbulent', 'slope', 'rate', 'change', 'first', 'last';
  equation
    der('x') = 0;
    'laminar' = 'M.pipe.WallFriction.Internal.dp_fric_of_m_flow'(0.01*'x', 1000.0, 1000.0, 1e-3, 1e-3, 10.0, 0.02, 'pi'*1e-4, 2000.0, 4000.0, 1e-3);
    ('turbulent', 'slope') = 'M.pipe.WallFriction.Internal.dp_fric_of_m_flow'(-'x', 1000.0, 1000.0, 1e-3, 1e-3, 10.0, 0.02, 'pi'*1e-4, 2000.0, 4000.0, 1e-3);
    ('rate', 'change') = 'M.pipe.WallFriction.Internal.m_flow_of_dp_fric'(50000*'x', 1000.0, 1000.0, 1e-3, 1e-3, 10.0, 0.02, 'pi'*1e-4, 2000.0, 4000.0, 1e-3);
    'first' = 'M.pipe.WallFriction.pressureLoss'(2000*'x');
    'last' = 'M.pipe.WallFriction.pressureLoss'(4000*'x');
  end 'M';
end 'M';
----
involute run MODEL --json
----
status 0
"'laminar'": 25.4647908947
"'turbulent'": -59390.7595
"'slope'": 111642.77
"'rate'": 0.915794992
"'change'": 9.7798
"'first'": 128000
"'last'": 667126.96
====
//! base 0.1.0
package 'M'
  model 'M' "several packages have this function, and nothing shows which one is meant"
    Real 'x' = 'M.pipe.WallFriction.Internal.dp_fric_of_m_flow'(time, 1000.0, 1000.0, 1e-3, 1e-3, 10.0, 0.02, 3e-4, 2000.0, 4000.0, 1e-3);
  end 'M';
end 'M';
----
involute check MODEL
----
status 1
model.mo:4:16: error: the model does not show which function ''M.pipe.WallFriction.Internal.dp_fric_of_m_flow'' is: several packages have one; --library FILE.mo adds a file that defines it
====
//! base 0.1.0
package 'M'
  model 'M' "monotonic functions: a straight line, one cubic, two cubics with a line between them"
    Real 'x'(start = 1, fixed = true), 'a', 'b', 'c', 'd', 'e', 'f';
  equation
    der('x') = 0;
    ('a', 'b') = 'Modelica.Fluid.Utilities.regFun3'(0.25*'x', 0, 1, 0, 1, 1, 1);
    ('c', 'd') = 'Modelica.Fluid.Utilities.regFun3'(0.25*'x', 0, 1, 0, 1, 0, 2);
    ('e', 'f') = 'Modelica.Fluid.Utilities.regFun3'(0.25*'x', 0, 1, 0, 1, 4, 3);
  end 'M';
end 'M';
----
involute run MODEL --json
----
status 0
"'a'": 0.25
"'b'": 1.0
"'c'": 0.0625
"'d'": 1.0
"'e'": 0.5343071161
"'f'": 0.1
====
// k/q*T is 25.864 mV at 300.15 K: a junction of a MOSFET, of a diode, its capacitance below and beyond depcap.
//! base 0.1.0
package 'M'
  model 'M'
    Real 'x'(start = 1, fixed = true), 'i', 'g', 'j', 'h', 'c', 'q', 'c2';
  equation
    der('x') = 0;
    ('i', 'g') = 'Modelica.Electrical.Spice3.Internal.Functions.junction2SPICE3MOSFETRevised'(0.5*'x', 300.15, 1.0, 1e-14);
    ('j', 'h') = 'Modelica.Electrical.Spice3.Internal.Functions.junction2'(-1*'x', 300.15, 1.0, 1e-14);
    ('c', 'q') = 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised'(1.0, -3*'x', 0.5, 0.5, 1.0, 0.0, 1.0, 1.0);
    'c2' = 'Modelica.Electrical.Spice3.Internal.Functions.junctionCapRevised'(1.0, 3*'x', 0.5, 0.5, 1.0, 0.0, 2.0, 4.0);
  end 'M';
end 'M';
----
involute run MODEL --json
----
status 0
"'i'": 2.4860626045
"'g'": 9.6118047805
"'j'": -1.009999767404
"'h'": 1.000000697787
"'c'": 0.5
"'q'": -2.0
"'c2'": 2.75
====
//! base 0.1.0
package 'M'
  function 'positive' "returns nothing: it checks"
    input Real 'x';
  algorithm
    if 'x' <= 0 then
      'Modelica.Utilities.Streams.error'("x is " + String('x'));
    end if;
  end 'positive';
  function 'root'
    input Real 'x';
    output Real 'y';
  algorithm
    assert('x' >= 0, "no root");
    'y' := sqrt('x');
  end 'root';
  model 'M' "assertions of functions count where the call is reached"
    Real 'x'(start = 1, fixed = true), 'y', 'z';
  equation
    der('x') = 0;
    'positive'('x');
    'y' = if time > 1 then 'root'(time - 1) else 0;
    'z' = if time < 2 then 'root'(2 - time) else 0;
    when terminal() then
      'Modelica.Utilities.Streams.print'("the end");
    end when;
  end 'M';
end 'M';
----
involute run MODEL --stop 3 --json
----
status 0
"'y'": 1.41421356
"'z'": 0.0
====
//! base 0.1.0
package 'M'
  function 'positive'
    input Real 'x';
  algorithm
    if 'x' <= 0 then
      'Modelica.Utilities.Streams.error'("x is too small");
    end if;
  end 'positive';
  model 'M'
    Real 'x'(start = 1, fixed = true);
  equation
    der('x') = -1;
    'positive'('x');
  end 'M';
end 'M';
----
involute run MODEL --stop 3
----
status 3
x is too small
====
// Comparisons of a function that is stated to be smooth make no events.
model M
  function ramp
    input Real x;
    output Real y;
  algorithm
    if x > 0 then
      y := x^2;
    else
      y := 0;
    end if;
    annotation(smoothOrder = 1);
  end ramp;
  function corner
    input Real x;
    output Real y;
  algorithm
    y := if x > 0 then x else 0;
  end corner;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = ramp(time - 1);
  der(y) = corner(time - 2);
end M;
----
involute run MODEL --stop 4 --rtol 1e-10 --json
----
status 0
"x": 9.0000000000
"y": 1.99999999
"name": "time - 2 > 0"
!"name": "time - 1 > 0"
====
// Fourier transforms of 40 = 2*2*2*5 points, and of 7, which are not even: info. The library divides sums by n/2 + 1 = 21: 5*40, 3*20
model M
  constant Real w = 2*Modelica.Constants.pi;
  Real a[21], b[4], phi[21], psi[4];
  Integer info, other;
equation
  (info, a, phi) = Modelica.Math.FastFourierTransform.Internal.rawRealFFT(
    {5 + 3*sin(w*2*k/40) + 1.5*cos(w*3*k/40) for k in 0:39});
  (other, b, psi) = Modelica.Math.FastFourierTransform.Internal.rawRealFFT({cos(w*k/7) for k in 0:6});
end M;
----
involute run MODEL --stop 1 --output - --points 1 --columns "a[1],a[3],phi[3],info,other" --quiet
----
status 0
1,9.5238095238095
,2.85714285714
,-1.57079632679
,0,1
====
// the check values of IAPWS R7-97(2012): tables 5, 7, 15, 24, 33, 35, 36
model M
  Real h1, T1, h2, Ta, Tb, Tc, h3, p4, T4, d3;
  Real t(start = 0, fixed = true);
equation
  der(t) = 1;
  h1 = 'Involute.Water.enthalpy1'(3e6, 300);
  T1 = 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph1'(3e6, 500e3);
  h2 = 'Involute.Water.enthalpy2'(30e6, 700);
  Ta = 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2'(3e6, 3000e3);
  Tb = 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2'(5e6, 3500e3);
  Tc = 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tph2'(40e6, 2700e3);
  h3 = 'Involute.Water.enthalpy3'(500, 650);
  p4 = 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.psat'(500);
  T4 = 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Basic.tsat'(10e6);
  d3 = 'Modelica.Media.Water.IF97_Utilities.BaseIF97.Inverses.dofpt3'(25.5837018e6, 650 + 0*t, 1e-7);
end M;
----
involute run MODEL --stop 1
----
status 0
  h1        115331.273
  T1        391.798508
  h2        2631494.74
  Ta        575.373370
  Tb        801.299101
  Tc        743.056410
  h3        1863430.18
  p4        2638897.75
  T4        584.149487
  d3        499.99999
====
// air by the polynomials of NASA/TP-2002-211556: its enthalpy at 298.15 K over 0 K is H0, and cp is its slope
model M
  Real cp, h, 'h of T';
  Real T(start = 300, fixed = true);
equation
  der(T) = 200;
  h = 'Modelica.Media.IdealGases.Common.Functions.h_T'(
    'Modelica.Media.IdealGases.Common.DataRecord'("Air", 0.0289651159, -4333.833858403446, 298609.6803431054, 1000.0,
      {10099.5016, -196.827561, 5.00915511, -0.00576101373, 1.06685993e-5, -7.94029797e-9, 2.18523191e-12},
      {-176.796731, -3.921504225},
      {241521.443, -1257.8746, 5.14455867, -2.13854179e-4, 7.06522784e-8, -1.07148349e-11, 6.57780015e-16},
      {6462.26319, -8.147411905}, 287.0525368759184), 298.15);
  cp = der('h of T')/200;
  'h of T' = 'Modelica.Media.IdealGases.Common.Functions.h_T'(
    'Modelica.Media.IdealGases.Common.DataRecord'("Air", 0.0289651159, -4333.833858403446, 298609.6803431054, 1000.0,
      {10099.5016, -196.827561, 5.00915511, -0.00576101373, 1.06685993e-5, -7.94029797e-9, 2.18523191e-12},
      {-176.796731, -3.921504225},
      {241521.443, -1257.8746, 5.14455867, -2.13854179e-4, 7.06522784e-8, -1.07148349e-11, 6.57780015e-16},
      {6462.26319, -8.147411905}, 287.0525368759184), T);
end M;
----
involute run MODEL --stop 1
----
status 0
  cp              1029.537089
  h               298609.69
  'h of T'        503410.80538
