// Functions that exported models call and do not contain: Modelica.Math.Special and Distributions.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  function 'Modelica.Math.Special.sinc' "sin(u)/u"
    input Real u;
    output Real y;
  algorithm
    y := if abs(u) > 1e-4 then sin(u)/u else 1 - u^2/6 + u^4/120;
  end 'Modelica.Math.Special.sinc';

  function 'Modelica.Math.Special.Internal.erfInvUtil' "x with erf(x) = g; near 1 by logarithms, from 1 - g"
    input Real g "0 <= g < 1";
    input Real one_minus_g;
    output Real y;
  protected
    constant Real pi = 3.14159265358979323846;
    constant Real a = 0.147 "S. Winitzki, A handy approximation for the error function and its inverse (2008)";
    constant Integer terms = 60;
    Real l;
    Real b;
    Real d;
    Real f;
  algorithm
    l := log(one_minus_g*(1 + g));
    b := 2/(pi*a) + l/2;
    y := sqrt(max(sqrt(b*b - l/a) - b, 0));
    d := 1;
    if one_minus_g > 0.01 then
      while abs(d) > 1e-12*abs(y) loop // Halley's steps for erf(y) = g, which triple the digits
        f := (erf(y) - g)*sqrt(pi)/2*exp(y*y);
        d := f/(1 + f*y);
        y := y - d;
      end while;
    else
      while abs(d) > 1e-10*y loop // Newton's steps for log(erfc(y)) = log(1 - g), erfc by its continued fraction
        f := y;
        for k in terms:-1:1 loop
          f := y + k/2/f;
        end for;
        d := (log(one_minus_g*sqrt(pi)*f) + y*y)/(2*f);
        y := y - d;
      end while;
    end if;
  end 'Modelica.Math.Special.Internal.erfInvUtil';

  function 'Modelica.Math.Special.erfInv' "the inverse of erf"
    input Real u "-1 < u < 1";
    output Real y;
  algorithm
    y := if u < 0 then -'Modelica.Math.Special.Internal.erfInvUtil'(-u, 1 + u)
         else 'Modelica.Math.Special.Internal.erfInvUtil'(u, 1 - u);
  end 'Modelica.Math.Special.erfInv';

  function 'Modelica.Math.Special.erfcInv' "the inverse of 1 - erf"
    input Real u "0 < u < 2";
    output Real y;
  algorithm
    y := if u > 1 then -'Modelica.Math.Special.Internal.erfInvUtil'(u - 1, 2 - u)
         else 'Modelica.Math.Special.Internal.erfInvUtil'(1 - u, u);
  end 'Modelica.Math.Special.erfcInv';

  function 'Modelica.Math.Distributions.Uniform.density' "1 on its interval, divided by the length"
    input Real u;
    input Real u_min = 0;
    input Real u_max = 1;
    output Real y;
  algorithm
    y := if u < u_min or u > u_max then 0 else 1/(u_max - u_min);
  end 'Modelica.Math.Distributions.Uniform.density';

  function 'Modelica.Math.Distributions.Uniform.cumulative' "the share below u"
    input Real u;
    input Real u_min = 0;
    input Real u_max = 1;
    output Real y;
  algorithm
    y := min(max((u - u_min)/(u_max - u_min), 0), 1);
  end 'Modelica.Math.Distributions.Uniform.cumulative';

  function 'Modelica.Math.Distributions.Uniform.quantile' "the value below which a share u lies"
    input Real u;
    input Real y_min = 0;
    input Real y_max = 1;
    output Real y;
  algorithm
    y := y_min + u*(y_max - y_min);
  end 'Modelica.Math.Distributions.Uniform.quantile';

  function 'Modelica.Math.Distributions.Normal.density' "the bell curve"
    input Real u;
    input Real mu = 0;
    input Real sigma = 1;
    output Real y;
  algorithm
    y := exp(-((u - mu)/sigma)^2/2)/(sigma*sqrt(2*3.14159265358979323846));
  end 'Modelica.Math.Distributions.Normal.density';

  function 'Modelica.Math.Distributions.Normal.cumulative' "the share below u"
    input Real u;
    input Real mu = 0;
    input Real sigma = 1;
    output Real y;
  algorithm
    y := erfc((mu - u)/(sigma*sqrt(2)))/2;
  end 'Modelica.Math.Distributions.Normal.cumulative';

  function 'Modelica.Math.Distributions.Normal.quantile' "the value below which a share u lies"
    input Real u;
    input Real mu = 0;
    input Real sigma = 1;
    output Real y;
  algorithm
    y := mu + sigma*sqrt(2)*'Modelica.Math.Special.erfInv'(2*u - 1);
  end 'Modelica.Math.Distributions.Normal.quantile';

  function 'Modelica.Math.Distributions.Weibull.density' "k/lambda x^(k - 1) exp(-x^k) with x = u/lambda"
    input Real u;
    input Real lambda = 1;
    input Real k = 1;
    output Real y;
  algorithm
    y := if u >= 0 then k/lambda*(u/lambda)^(k - 1)*exp(-(u/lambda)^k) else 0;
  end 'Modelica.Math.Distributions.Weibull.density';

  function 'Modelica.Math.Distributions.Weibull.cumulative' "the share below u"
    input Real u;
    input Real lambda = 1;
    input Real k = 1;
    output Real y;
  algorithm
    y := if u >= 0 then -expm1(-(u/lambda)^k) else 0;
  end 'Modelica.Math.Distributions.Weibull.cumulative';

  function 'Modelica.Math.Distributions.Weibull.quantile' "the value below which a share u lies"
    input Real u;
    input Real lambda = 1;
    input Real k = 1;
    output Real y;
  algorithm
    y := lambda*(-log1p(-u))^(1/k);
  end 'Modelica.Math.Distributions.Weibull.quantile';
end Library;
