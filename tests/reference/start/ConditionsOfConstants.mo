model ConditionsOfConstants "conditions of what formulas give, in a model with a parameter to be found: from start values alone the other branches have no value"
  function direction "along n, or along x where n vanishes"
    input Real n[2];
    output Real e[2];
  algorithm
    e := if sqrt(n*n) < 1e-10 then {1, 0} else n/sqrt(n*n);
  end direction;
  parameter Real stiffness(fixed = false, start = 1) "such that the mass hangs at rest at x = -0.5";
  Real n[2], e[2], m(start = 0), scale, slope;
  Real x(start = -0.4), v(start = 0);
initial equation
  x = -0.5;
  der(x) = 0;
  der(v) = 0;
equation
  n = {3, -4};
  e = direction(n);
  m = 2*e[1];
  scale = if m > 1 then 1/m else 1/(m - 1.2);
  slope = if e[1]^2 > 1e-6 then e[2]/e[1] else e[1]/(e[2] + 0.8);
  der(x) = v;
  m*der(v) = -stiffness*x*scale*m + 9.81*m*slope*3/4 + sin(time)*m;
end ConditionsOfConstants;
// e = {0.6, -0.8}, m = 1.2, slope = -4/3, stiffness = 2*9.81*1.2 = 23.544; w^2 = 19.62: x = -0.5 + (w sin t - sin(w t))/(w (w^2 - 1))
//: --rtol 1e-11 --stop 2
//: x = -0.45766635641658 +- 1e-9
//: v = 0.022984321134831 +- 1e-9
//: slope = -1.3333333333333 +- 1e-12
