// Functions of Modelica.Math that exported models call and do not contain.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  function 'Modelica.Math.Vectors.normalize' "v in the direction it has, with length 1; short ones are divided by eps"
    input Real v[:];
    input Real eps(min = 0.0) = 100*Modelica.Constants.eps;
    output Real result[size(v, 1)];
  protected
    Real length = sqrt(v*v);
  algorithm
    result := if noEvent(length >= eps) then v/length else v/eps;
  end 'Modelica.Math.Vectors.normalize';
end Library;
