// Functions that exported models call and do not contain: filters of Modelica.Blocks.Continuous.Internal.Filter.
// A filter is 1 over the product of s + cr and s^2 + c1*s + c0, scaled to the value 1; its low-pass form with the
// cut-off frequency 1 rad/s is given, and s is replaced: by s/w for a low pass, w/s for a high pass, and with
// p = s/w0 by (p + 1/p)/w for a band pass and by its inverse for a band stop.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  function 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.lowPass' "the same filter with another cut-off frequency"
    input Real cr_in[:];
    input Real c0_in[:];
    input Real c1_in[size(c0_in, 1)];
    input Real f_cut;
    output Real cr[size(cr_in, 1)];
    output Real c0[size(c0_in, 1)];
    output Real c1[size(c0_in, 1)];
  protected
    Real w;
  algorithm
    w := 2*Modelica.Constants.pi*f_cut;
    cr := w*cr_in;
    c0 := w^2*c0_in;
    c1 := w*c1_in;
  end 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.lowPass';

  function 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.highPass' "the high pass of a low pass"
    input Real cr_in[:];
    input Real c0_in[:];
    input Real c1_in[size(c0_in, 1)];
    input Real f_cut;
    output Real cr[size(cr_in, 1)];
    output Real c0[size(c0_in, 1)];
    output Real c1[size(c0_in, 1)];
  protected
    Real w;
  algorithm
    w := 2*Modelica.Constants.pi*f_cut;
    cr := {w/r for r in cr_in};
    c0 := {w^2/c for c in c0_in};
    c1 := {w*c1_in[i]/c0_in[i] for i in 1:size(c0_in, 1)};
  end 'Modelica.Blocks.Continuous.Internal.Filter.coefficients.highPass';

  // With p for s, (s^2 + a*s + b) of s = (p + 1/p)/w is the product of p^2 + c*alpha*p + alpha^2 and
  // p^2 + (c/alpha)*p + 1/alpha^2 where v = alpha + 1/alpha, c = a*w/v and v^4 - (4 + b*w^2)*v^2 + (a*w)^2 = 0.
  function 'Modelica.Blocks.Continuous.Internal.Filter.Utilities.BandPassAlpha' "the smaller root, alpha <= 1"
    input Real a;
    input Real b;
    input Real w;
    output Real alpha;
  protected
    Real middle;
    Real v;
  algorithm
    middle := (4 + b*w^2)/2;
    v := sqrt(middle + sqrt(middle^2 - (a*w)^2));
    alpha := 2/(v + sqrt(max(0, v^2 - 4)));
  end 'Modelica.Blocks.Continuous.Internal.Filter.Utilities.BandPassAlpha';
end Library;
