// Functions that exported models call and do not contain: Modelica.Fluid. A name that begins with '*.' stands for all
// names with this end: exports put the functions of a package under the path of the component that has chosen it.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  function 'Modelica.Fluid.Utilities.cubicHermite_withDerivative' "the cubic with given values and slopes at x1 and x2"
    input Real x;
    input Real x1;
    input Real x2;
    input Real y1;
    input Real y2;
    input Real y1d;
    input Real y2d;
    output Real y;
    output Real dy_dx;
  protected
    Real width;
    Real t;
    Real secant;
    Real bend;
  algorithm
    width := x2 - x1;
    if abs(width) > 0 then
      t := (x - x1)/width;
      secant := (y2 - y1)/width;
      bend := y1d + y2d - 2*secant;
      y := y1 + width*t*(y1d + t*(secant - y1d + (t - 1)*bend));
      dy_dx := y1d + t*(2*(secant - y1d - bend) + 3*t*bend);
    else
      y := (y1 + y2)/2;
      dy_dx := sign(y2 - y1)*Modelica.Constants.inf;
    end if;
  end 'Modelica.Fluid.Utilities.cubicHermite_withDerivative';

  function 'Modelica.Fluid.Utilities.cubicHermite' "the cubic with given values and slopes at x1 and x2"
    input Real x;
    input Real x1;
    input Real x2;
    input Real y1;
    input Real y2;
    input Real y1d;
    input Real y2d;
    output Real y;
  algorithm
    y := 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'(x, x1, x2, y1, y2, y1d, y2d);
  end 'Modelica.Fluid.Utilities.cubicHermite';

  function 'Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero' "the cubic through the origin with slope y0d there, and y1, y1d at x1"
    input Real x;
    input Real x1;
    input Real y1;
    input Real y1d;
    input Real y0d;
    output Real y;
  protected
    Real t;
    Real secant;
  algorithm
    t := x/x1;
    secant := y1/x1;
    y := x*(y0d + t*(secant - y0d + (t - 1)*(y0d + y1d - 2*secant)));
  end 'Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero';

  function 'Modelica.Fluid.Utilities.regRoot' "sign(x)*sqrt(|x|) with a finite slope in the origin"
    input Real x;
    input Real delta = 0.01;
    output Real y;
  algorithm
    y := x/(x^2 + delta^2)^0.25;
  end 'Modelica.Fluid.Utilities.regRoot';

  function 'Modelica.Fluid.Utilities.regSquare' "sign(x)*x^2 with a slope in the origin"
    input Real x;
    input Real delta = 0.01;
    output Real y;
  algorithm
    y := x*sqrt(x^2 + delta^2);
  end 'Modelica.Fluid.Utilities.regSquare';

  function 'Modelica.Fluid.Utilities.regPow' "sign(x)*|x|^a with a slope in the origin"
    input Real x;
    input Real a;
    input Real delta = 0.01;
    output Real y;
  algorithm
    y := x*(x^2 + delta^2)^((a - 1)/2);
  end 'Modelica.Fluid.Utilities.regPow';

  function 'Modelica.Fluid.Utilities.regStep' "y1 for x > 0 and y2 for x < 0, a cubic between -x_small and x_small"
    input Real x;
    input Real y1;
    input Real y2;
    input Real x_small(min = 0) = 1e-5;
    output Real y;
  protected
    Real t;
  algorithm
    t := if x_small > 0 then x/x_small else 0;
    y := if x > x_small then y1 else if x < -x_small then y2 else (y1 + y2)/2 + (y1 - y2)*t*(3 - t^2)/4;
    annotation(smoothOrder = 1);
  end 'Modelica.Fluid.Utilities.regStep';

  // The slope in the origin for which two cubics, from the origin to (x1, y1) and to (x2, y2) with slopes y1d and y2d
  // there, have the same second derivative: twice (3*y - x*yd - 2*x*slope)/x^2 on both sides.
  function 'Involute.Fluid.smoothSlope' "the slope in the origin that makes two cubics twice differentiable"
    input Real x1;
    input Real x2;
    input Real y1;
    input Real y2;
    input Real y1d;
    input Real y2d;
    output Real slope;
  algorithm
    slope := ((3*y2/x2 - y2d)/x2 - (3*y1/x1 - y1d)/x1)/(2*(1/x2 - 1/x1));
  end 'Involute.Fluid.smoothSlope';

  function 'Involute.Fluid.throughOrigin' "the one of two cubics through the origin that belongs to x"
    input Real x;
    input Real x1;
    input Real x2;
    input Real y1;
    input Real y2;
    input Real y1d;
    input Real y2d;
    input Real slope;
    output Real y;
  algorithm
    y := if x >= 0 then 'Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero'(x, x1, y1, y1d, slope) else 'Modelica.Fluid.Utilities.evaluatePoly3_derivativeAtZero'(x, x2, y2, y2d, slope);
  end 'Involute.Fluid.throughOrigin';

  function 'Modelica.Fluid.Utilities.regRoot2.regRoot2_utility' "regRoot2 for x < x1 and k1 >= k2"
    input Real x;
    input Real x1;
    input Real k1;
    input Real k2;
    input Boolean use_yd0;
    input Real yd0(min = 0);
    output Real y;
  protected
    Real x2;
    Real y1;
    Real y2;
    Real y1d;
    Real y2d;
    Real slope;
  algorithm
    x2 := if k2 > 0 then -x1*k2/k1 else -x1;
    y1 := sqrt(k1*x1);
    y2 := -sqrt(k2*abs(x2));
    y1d := y1/(2*x1);
    y2d := y2/(2*x2);
    slope := if use_yd0 then yd0 else 'Involute.Fluid.smoothSlope'(x1, x2, y1, y2, y1d, y2d);
    // the cubics do not turn back for slopes up to sqrt(8.75*k/x)
    slope := min(slope, 0.9*min(sqrt(8.75*k1/x1), sqrt(8.75*k2/abs(x2))));
    y := if k1 <= 0 then 0 else if x <= x2 then -sqrt(k2*abs(x)) else 'Involute.Fluid.throughOrigin'(x, x1, x2, y1, y2, y1d, y2d, slope);
    annotation(smoothOrder = 1);
  end 'Modelica.Fluid.Utilities.regRoot2.regRoot2_utility';

  function 'Modelica.Fluid.Utilities.regRoot2' "sqrt(k1*x) for x > 0 and -sqrt(-k2*x) for x < 0, with cubics for |x| < x_small"
    input Real x;
    input Real x_small(min = 0) = 0.01;
    input Real k1(min = 0) = 1;
    input Real k2(min = 0) = 1;
    input Boolean use_yd0 = false;
    input Real yd0(min = 0) = 1;
    output Real y;
  algorithm
    y := if x >= x_small then sqrt(k1*x) else if x <= -x_small then -sqrt(k2*abs(x)) else if k1 >= k2 then 'Modelica.Fluid.Utilities.regRoot2.regRoot2_utility'(x, x_small, k1, k2, use_yd0, yd0) else -'Modelica.Fluid.Utilities.regRoot2.regRoot2_utility'(-x, x_small, k2, k1, use_yd0, yd0);
    annotation(smoothOrder = 1);
  end 'Modelica.Fluid.Utilities.regRoot2';

  function 'Modelica.Fluid.Utilities.regSquare2.regSquare2_utility' "regSquare2 for x < x1 and k1 >= k2"
    input Real x;
    input Real x1;
    input Real k1;
    input Real k2;
    input Boolean use_yd0 = false;
    input Real yd0(min = 0) = 1;
    output Real y;
  protected
    Real slope;
  algorithm
    slope := if use_yd0 then yd0 else 'Involute.Fluid.smoothSlope'(x1, -x1, k1*x1^2, -k2*x1^2, 2*k1*x1, 2*k2*x1);
    // the cubics do not turn back for slopes up to sqrt(5)*k*x
    slope := min(slope, 0.9*sqrt(5)*min(k1, k2)*x1);
    y := if x <= -x1 then -k2*x^2 else 'Involute.Fluid.throughOrigin'(x, x1, -x1, k1*x1^2, -k2*x1^2, 2*k1*x1, 2*k2*x1, slope);
    annotation(smoothOrder = 1);
  end 'Modelica.Fluid.Utilities.regSquare2.regSquare2_utility';

  function 'Modelica.Fluid.Utilities.regSquare2' "k1*x^2 for x > 0 and -k2*x^2 for x < 0, with cubics for |x| < x_small"
    input Real x;
    input Real x_small(min = 0) = 0.01;
    input Real k1(min = 0) = 1;
    input Real k2(min = 0) = 1;
    input Boolean use_yd0 = false;
    input Real yd0(min = 0) = 1;
    output Real y;
  algorithm
    y := if x >= x_small then k1*x^2 else if x <= -x_small then -k2*x^2 else if k1 >= k2 then 'Modelica.Fluid.Utilities.regSquare2.regSquare2_utility'(x, x_small, k1, k2, use_yd0, yd0) else -'Modelica.Fluid.Utilities.regSquare2.regSquare2_utility'(-x, x_small, k2, k1, use_yd0, yd0);
    annotation(smoothOrder = 1);
  end 'Modelica.Fluid.Utilities.regSquare2';

  // Between (x0, y0) and (x1, y1) with slopes y0d and y1d there (Gasparo and Morandi, Computing 46, 1991, 355-365): a cubic;
  // or, where it is not monotonic or becomes nearly horizontal, two cubics that end with slope c where a straight line of this
  // slope joins them. The cubic has its inflection at the fraction `inflection` of the interval and the slope `flat` there.
  function 'Modelica.Fluid.Utilities.regFun3' "a monotonic function with given values and slopes at x0 and x1, and its slope c between them"
    input Real x;
    input Real x0;
    input Real x1;
    input Real y0;
    input Real y1;
    input Real y0d;
    input Real y1d;
    output Real y;
    output Real c;
  protected
    Real width;
    Real secant;
    Real bend;
    Real inflection;
    Real flat;
    Real lowest;
    Real mean;
    Real share;
    Real left;
    Real right;
    Real ignored;
    Boolean straight;
    Boolean joined;
  algorithm
    assert(x0 < x1, "regFun3: the interval has no width");
    assert(y0d*y1d >= 0 or abs(y0d) < Modelica.Constants.eps or abs(y1d) < Modelica.Constants.eps, "regFun3: slopes of both signs have no monotonic function");
    width := x1 - x0;
    secant := (y1 - y0)/width;
    bend := y0d + y1d - 2*secant;
    straight := abs(bend) < 100*Modelica.Constants.eps;
    inflection := (2*y0d + y1d - 3*secant)/(3*(if straight then 1 else bend));
    flat := y0d - inflection*(2*y0d + y1d - 3*secant);
    lowest := 0.25*sign(secant)*min(abs(flat), abs(secant));
    if abs(y0d - y1d) <= 100*Modelica.Constants.eps then
      joined := y1 <= y0 + y0d*width and (inflection > 0 and secant*flat <= 0 or abs(lowest) < abs(y0d) and y0d*secant >= 0 or abs(lowest) < 0.1*abs(secant));
      c := if abs(lowest) < abs(y0d) and y0d*secant >= 0 then y0d else lowest;
    else
      joined := inflection > 0 and secant*flat <= 0 or abs(lowest) < abs(flat) and flat*secant >= 0 or abs(lowest) < 0.1*abs(secant);
      c := if abs(lowest) < abs(flat) and flat*secant >= 0 then flat else lowest;
    end if;
    if secant == 0 then
      y := y0 + secant*(x - x0);
      c := 0;
    elseif straight or not joined then
      (y, ignored) := 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'(x, x0, x1, y0, y1, y0d, y1d);
      (ignored, c) := 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'((x0 + x1)/2, x0, x1, y0, y1, y0d, y1d);
    else
      c := if abs(c) < 0.1*abs(secant) then 0.1*secant else c;
      mean := y0d*inflection + y1d*(1 - inflection);
      c := if abs(mean - c) < 1e-6*abs(c) then (1 - 1e-6)*mean else c;
      share := 3*(secant - c)/(mean - c);
      left := share*inflection*width;
      right := share*(1 - inflection)*width;
      if x < x0 + left then
        y := y0 + c*(x - x0) + (y0d - c)/max(left^2, 100*Modelica.Constants.eps)/3*((x - x0 - left)^3 + left^3);
      elseif x < x1 - right then
        y := y0 + c*(x - x0) + (y0d - c)/max(left^2, 100*Modelica.Constants.eps)/3*left^3;
      else
        y := y1 + c*(x - x1) + (y1d - c)/max(right^2, 100*Modelica.Constants.eps)/3*((x - x1 + right)^3 - right^3);
      end if;
    end if;
    annotation(smoothOrder = 1);
  end 'Modelica.Fluid.Utilities.regFun3';

  // Detailed wall friction: lambda2 = lambda*Re^2 is 64*Re in laminar rate (Hagen and Poiseuille), that of Swamee and Jain in
  // turbulent rate, and between Re1 and Re2 a cubic of the logarithms. Re of lambda2 is that of Colebrook and White.
  function 'Involute.Fluid.swameeJain' "lambda*Re^2 of turbulent rate"
    input Real Re;
    input Real Delta;
    output Real lambda2;
  algorithm
    lambda2 := 0.25*(Re/log10(Delta/3.7 + 5.74/Re^0.9))^2;
  end 'Involute.Fluid.swameeJain';

  function 'Involute.Fluid.swameeJainExponent' "d log(lambda*Re^2)/d log(Re) of turbulent rate"
    input Real Re;
    input Real Delta;
    output Real exponent;
  protected
    Real argument;
  algorithm
    argument := Delta/3.7 + 5.74/Re^0.9;
    exponent := 2 + 2*0.9*5.74/(Re^0.9*argument*log(argument));
  end 'Involute.Fluid.swameeJainExponent';

  function 'Involute.Fluid.colebrookWhite' "Re of turbulent rate"
    input Real lambda2;
    input Real Delta;
    output Real Re;
  algorithm
    Re := -2*sqrt(lambda2)*log10(2.51/sqrt(lambda2) + 0.27*Delta);
  end 'Involute.Fluid.colebrookWhite';

  function 'Involute.Fluid.colebrookWhiteExponent' "d log(Re)/d log(lambda*Re^2) of turbulent rate"
    input Real lambda2;
    input Real Delta;
    output Real exponent;
  algorithm
    exponent := 0.5 + 2.51/(log(10)*(2.51/sqrt(lambda2) + 0.27*Delta)*'Involute.Fluid.colebrookWhite'(lambda2, Delta));
  end 'Involute.Fluid.colebrookWhiteExponent';

  function 'Involute.Fluid.transitionLambda2' "log10(lambda*Re^2) of log10(Re) between laminar and turbulent rate, with its slope"
    input Real Re;
    input Real Re1;
    input Real Re2;
    input Real Delta;
    output Real y;
    output Real exponent;
  algorithm
    (y, exponent) := 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'(log10(Re), log10(Re1), log10(Re2), log10(64*Re1), log10('Involute.Fluid.swameeJain'(Re2, Delta)), 1, 'Involute.Fluid.swameeJainExponent'(Re2, Delta));
  end 'Involute.Fluid.transitionLambda2';

  function 'Involute.Fluid.transitionRe' "log10(Re) of log10(lambda*Re^2) between laminar and turbulent rate, with its slope"
    input Real lambda2;
    input Real Re1;
    input Real Re2;
    input Real Delta;
    output Real y;
    output Real exponent;
  protected
    Real last;
  algorithm
    last := 'Involute.Fluid.swameeJain'(Re2, Delta);
    (y, exponent) := 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'(log10(lambda2), log10(64*Re1), log10(last), log10(Re1), log10('Involute.Fluid.colebrookWhite'(last, Delta)), 1, 'Involute.Fluid.colebrookWhiteExponent'(last, Delta));
  end 'Involute.Fluid.transitionRe';

  function 'Modelica.Fluid.Dissipation.Utilities.Functions.General.CubicInterpolation_lambda' "lambda*Re^2 between laminar and turbulent rate"
    input Real Re;
    input Real Re1;
    input Real Re2;
    input Real Delta;
    output Real lambda2;
  algorithm
    lambda2 := 10^'Involute.Fluid.transitionLambda2'(Re, Re1, Re2, Delta);
  end 'Modelica.Fluid.Dissipation.Utilities.Functions.General.CubicInterpolation_lambda';

  function 'Modelica.Fluid.Dissipation.Utilities.Functions.General.CubicInterpolation_Re' "Re between laminar and turbulent rate"
    input Real Re_turbulent;
    input Real Re1;
    input Real Re2;
    input Real Delta;
    input Real lambda2;
    output Real Re;
  algorithm
    Re := 10^'Involute.Fluid.transitionRe'(lambda2, Re1, Re2, Delta);
  end 'Modelica.Fluid.Dissipation.Utilities.Functions.General.CubicInterpolation_Re';

  function '*.WallFriction.pressureLoss_m_flow.interpolateInRegion2' "lambda*Re^2 between laminar and turbulent rate"
    input Real Re;
    input Real Re1;
    input Real Re2;
    input Real Delta;
    output Real lambda2;
  algorithm
    lambda2 := 10^'Involute.Fluid.transitionLambda2'(Re, Re1, Re2, Delta);
  end '*.WallFriction.pressureLoss_m_flow.interpolateInRegion2';

  function '*.WallFriction.massFlowRate_dp.interpolateInRegion2' "Re between laminar and turbulent rate"
    input Real Re_turbulent;
    input Real Re1;
    input Real Re2;
    input Real Delta;
    input Real lambda2;
    output Real Re;
  algorithm
    Re := 10^'Involute.Fluid.transitionRe'(lambda2, Re1, Re2, Delta);
  end '*.WallFriction.massFlowRate_dp.interpolateInRegion2';

  function '*.WallFriction.Internal.m_flow_of_dp_fric (Detailed)' "mass rate rate of a pressure loss, and its slope"
    input Real dp_fric;
    input Real rho_a;
    input Real rho_b;
    input Real mu_a;
    input Real mu_b;
    input Real length;
    input Real diameter;
    input Real crossArea;
    input Real Re1;
    input Real Re2;
    input Real Delta;
    output Real m_flow;
    output Real dm_flow_ddp_fric;
  protected
    Real mu;
    Real rho;
    Real scale;
    Real lambda2;
    Real Re;
    Real slope;
    Real logarithm;
    Real exponent;
  algorithm
    rho := if dp_fric >= 0 then rho_a else rho_b;
    mu := if dp_fric >= 0 then mu_a else mu_b;
    scale := 2*diameter^3*rho/(length*mu^2);
    lambda2 := scale*abs(dp_fric);
    Re := lambda2/64;
    slope := scale/64;
    if Re > Re1 then
      Re := 'Involute.Fluid.colebrookWhite'(lambda2, Delta);
      slope := Re/abs(dp_fric)*'Involute.Fluid.colebrookWhiteExponent'(lambda2, Delta);
      if Re < Re2 then
        (logarithm, exponent) := 'Involute.Fluid.transitionRe'(lambda2, Re1, Re2, Delta);
        Re := 10^logarithm;
        slope := Re/abs(dp_fric)*exponent;
      end if;
    end if;
    m_flow := crossArea/diameter*mu*(if dp_fric >= 0 then Re else -Re);
    dm_flow_ddp_fric := crossArea/diameter*mu*slope;
    annotation(smoothOrder = 1, __involute(beside = ".interpolateInRegion2'("));
  end '*.WallFriction.Internal.m_flow_of_dp_fric (Detailed)';

  function '*.WallFriction.Internal.dp_fric_of_m_flow (Detailed)' "pressure loss of a mass rate rate, and its slope"
    input Real m_flow;
    input Real rho_a;
    input Real rho_b;
    input Real mu_a;
    input Real mu_b;
    input Real length;
    input Real diameter;
    input Real crossArea;
    input Real Re1;
    input Real Re2;
    input Real Delta;
    output Real dp_fric;
    output Real ddp_fric_dm_flow;
  protected
    Real mu;
    Real rho;
    Real Re;
    Real lambda2;
    Real slope;
    Real logarithm;
    Real exponent;
  algorithm
    rho := if m_flow >= 0 then rho_a else rho_b;
    mu := if m_flow >= 0 then mu_a else mu_b;
    Re := abs(m_flow)*diameter/(crossArea*mu);
    if Re <= Re1 then
      lambda2 := 64*Re;
      slope := 64*diameter/(crossArea*mu);
    elseif Re >= Re2 then
      lambda2 := 'Involute.Fluid.swameeJain'(Re, Delta);
      slope := lambda2/abs(m_flow)*'Involute.Fluid.swameeJainExponent'(Re, Delta);
    else
      (logarithm, exponent) := 'Involute.Fluid.transitionLambda2'(Re, Re1, Re2, Delta);
      lambda2 := 10^logarithm;
      slope := lambda2/abs(m_flow)*exponent;
    end if;
    dp_fric := length*mu^2/(2*rho*diameter^3)*(if m_flow >= 0 then lambda2 else -lambda2);
    ddp_fric_dm_flow := length*mu^2/(2*rho*diameter^3)*slope;
    annotation(smoothOrder = 1, __involute(beside = ".interpolateInRegion2'("));
  end '*.WallFriction.Internal.dp_fric_of_m_flow (Detailed)';

  // Laminar and quadratic turbulent wall friction: dp = laminar*m_flow up to Re1, and dp = quadratic*m_flow*|m_flow| from Re2,
  // with a cubic between them; circular pipes.
  function 'Involute.Fluid.quadraticFriction' "dp/m_flow^2 of turbulent rate"
    input Real length;
    input Real diameter;
    input Real rho;
    input Real Delta;
    output Real quadratic;
  protected
    Real zeta;
  algorithm
    zeta := length/diameter/(2*log10(3.7/Delta))^2;
    quadratic := 8*zeta/((Modelica.Constants.pi*diameter^2)^2*rho);
  end 'Involute.Fluid.quadraticFriction';

  function '*.WallFriction.Internal.dp_fric_of_m_flow (LaminarAndQuadraticTurbulent)' "pressure loss of a mass rate rate, and its slope"
    input Real m_flow;
    input Real rho_a;
    input Real rho_b;
    input Real mu_a;
    input Real mu_b;
    input Real length;
    input Real diameter;
    input Real crossArea;
    input Real Re1;
    input Real Re2;
    input Real Delta;
    output Real dp_fric;
    output Real ddp_fric_dm_flow;
  protected
    Real mu;
    Real rho;
    Real rate;
    Real first;
    Real last;
    Real laminar;
    Real quadratic;
    Real loss;
  algorithm
    rho := if m_flow >= 0 then rho_a else rho_b;
    mu := if m_flow >= 0 then mu_a else mu_b;
    rate := abs(m_flow);
    first := Modelica.Constants.pi/4*diameter*mu*Re1;
    last := Modelica.Constants.pi/4*diameter*mu*Re2;
    laminar := 128*length*mu/(Modelica.Constants.pi*diameter^4*rho);
    quadratic := 'Involute.Fluid.quadraticFriction'(length, diameter, rho, Delta);
    if rate > last then
      loss := quadratic*rate^2;
      ddp_fric_dm_flow := 2*quadratic*rate;
    elseif rate < first then
      loss := laminar*rate;
      ddp_fric_dm_flow := laminar;
    else
      (loss, ddp_fric_dm_flow) := 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'(rate, first, last, laminar*first, quadratic*last^2, laminar, 2*quadratic*last);
    end if;
    dp_fric := if m_flow >= 0 then loss else -loss;
    annotation(smoothOrder = 1, __involute(beside = "roughness > 0 required for quadratic turbulent wall friction"));
  end '*.WallFriction.Internal.dp_fric_of_m_flow (LaminarAndQuadraticTurbulent)';

  function '*.WallFriction.Internal.m_flow_of_dp_fric (LaminarAndQuadraticTurbulent)' "mass rate rate of a pressure loss, and its slope"
    input Real dp_fric;
    input Real rho_a;
    input Real rho_b;
    input Real mu_a;
    input Real mu_b;
    input Real length;
    input Real diameter;
    input Real crossArea;
    input Real Re1;
    input Real Re2;
    input Real Delta;
    output Real m_flow;
    output Real dm_flow_ddp_fric;
  protected
    Real mu;
    Real rho;
    Real loss;
    Real first;
    Real last;
    Real laminar;
    Real quadratic;
    Real rate;
  algorithm
    rho := if dp_fric >= 0 then rho_a else rho_b;
    mu := if dp_fric >= 0 then mu_a else mu_b;
    loss := abs(dp_fric);
    laminar := 128*length*mu/(Modelica.Constants.pi*diameter^4*rho);
    quadratic := 'Involute.Fluid.quadraticFriction'(length, diameter, rho, Delta);
    first := laminar*Modelica.Constants.pi/4*diameter*mu*Re1;
    last := quadratic*(Modelica.Constants.pi/4*diameter*mu*Re2)^2;
    if loss > last then
      rate := sqrt(loss/quadratic);
      dm_flow_ddp_fric := 0.5*rate/loss;
    elseif loss < first then
      rate := loss/laminar;
      dm_flow_ddp_fric := 1/laminar;
    else
      (rate, dm_flow_ddp_fric) := 'Modelica.Fluid.Utilities.cubicHermite_withDerivative'(loss, first, last, first/laminar, sqrt(last/quadratic), 1/laminar, 0.5*sqrt(last/quadratic)/last);
    end if;
    m_flow := if dp_fric >= 0 then rate else -rate;
    annotation(smoothOrder = 1, __involute(beside = "roughness > 0 required for quadratic turbulent wall friction"));
  end '*.WallFriction.Internal.m_flow_of_dp_fric (LaminarAndQuadraticTurbulent)';
end Library;
