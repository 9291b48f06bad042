// Functions that exported models call and do not contain: Complex and Modelica.ComplexMath.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  record 'Complex'
    Real 're';
    Real 'im';
  end 'Complex';

  function 'Complex.\'constructor\'.fromReal' "re + j*im"
    input Real re;
    input Real im = 0;
    output 'Complex' result;
  algorithm
    result := 'Complex'(re, im);
  end 'Complex.\'constructor\'.fromReal';

  function 'Complex.\'+\'' "sum"
    input 'Complex' c1;
    input 'Complex' c2;
    output 'Complex' c3;
  algorithm
    c3 := 'Complex'(c1.'re' + c2.'re', c1.'im' + c2.'im');
  end 'Complex.\'+\'';

  function 'Complex.\'-\'.subtract' "difference"
    input 'Complex' c1;
    input 'Complex' c2;
    output 'Complex' c3;
  algorithm
    c3 := 'Complex'(c1.'re' - c2.'re', c1.'im' - c2.'im');
  end 'Complex.\'-\'.subtract';

  function 'Complex.\'-\'.negate' "-c1"
    input 'Complex' c1;
    output 'Complex' c2;
  algorithm
    c2 := 'Complex'(-c1.'re', -c1.'im');
  end 'Complex.\'-\'.negate';

  function 'Complex.\'*\'.multiply' "product"
    input 'Complex' c1;
    input 'Complex' c2;
    output 'Complex' c3;
  algorithm
    c3 := 'Complex'(c1.'re'*c2.'re' - c1.'im'*c2.'im', c1.'re'*c2.'im' + c1.'im'*c2.'re');
  end 'Complex.\'*\'.multiply';

  function 'Complex.\'*\'.scalarProduct' "conj(c1)*c2 over all elements"
    input 'Complex' c1[:];
    input 'Complex' c2[size(c1, 1)];
    output 'Complex' c3;
  algorithm
    c3 := 'Complex'(sum(c1[i].'re'*c2[i].'re' + c1[i].'im'*c2[i].'im' for i in 1:size(c1, 1)), sum(c1[i].'re'*c2[i].'im' - c1[i].'im'*c2[i].'re' for i in 1:size(c1, 1)));
  end 'Complex.\'*\'.scalarProduct';

  function 'Complex.\'/\'' "quotient"
    input 'Complex' c1;
    input 'Complex' c2;
    output 'Complex' c3;
  protected
    Real d;
  algorithm
    d := c2.'re'*c2.'re' + c2.'im'*c2.'im';
    c3 := 'Complex'((c1.'re'*c2.'re' + c1.'im'*c2.'im')/d, (c1.'im'*c2.'re' - c1.'re'*c2.'im')/d);
  end 'Complex.\'/\'';

  function 'Complex.\'==\'' "equality"
    input 'Complex' c1;
    input 'Complex' c2;
    output Boolean result;
  algorithm
    result := c1.'re' == c2.'re' and c1.'im' == c2.'im';
  end 'Complex.\'==\'';

  function 'Modelica.ComplexMath.abs' "absolute value"
    input 'Complex' c;
    output Real result;
  algorithm
    result := sqrt(c.'re'^2 + c.'im'^2);
  end 'Modelica.ComplexMath.abs';

  function 'Modelica.ComplexMath.\'abs\'' "absolute value"
    input 'Complex' c;
    output Real result;
  algorithm
    result := sqrt(c.'re'^2 + c.'im'^2);
  end 'Modelica.ComplexMath.\'abs\'';

  function 'Modelica.ComplexMath.arg' "angle"
    input 'Complex' c;
    input Real phi0 = 0;
    output Real phi;
  algorithm
    phi := 'Modelica.Math.atan3'(c.'im', c.'re', phi0);
  end 'Modelica.ComplexMath.arg';

  function 'Modelica.ComplexMath.conj' "conjugate"
    input 'Complex' c1;
    output 'Complex' c2;
  algorithm
    c2 := 'Complex'(c1.'re', -c1.'im');
  end 'Modelica.ComplexMath.conj';

  function 'Modelica.ComplexMath.real' "real part"
    input 'Complex' c;
    output Real r;
  algorithm
    r := c.'re';
  end 'Modelica.ComplexMath.real';

  function 'Modelica.ComplexMath.imag' "imaginary part"
    input 'Complex' c;
    output Real r;
  algorithm
    r := c.'im';
  end 'Modelica.ComplexMath.imag';

  function 'Modelica.ComplexMath.fromPolar' "len*exp(j*phi)"
    input Real len;
    input Real phi;
    output 'Complex' c;
  algorithm
    c := 'Complex'(len*cos(phi), len*sin(phi));
  end 'Modelica.ComplexMath.fromPolar';

  function 'Modelica.ComplexMath.exp' "exponential"
    input 'Complex' c1;
    output 'Complex' c2;
  algorithm
    c2 := 'Complex'(exp(c1.'re')*cos(c1.'im'), exp(c1.'re')*sin(c1.'im'));
  end 'Modelica.ComplexMath.exp';

  function 'Modelica.ComplexMath.log' "logarithm"
    input 'Complex' c1;
    output 'Complex' c2;
  algorithm
    c2 := 'Complex'(log(sqrt(c1.'re'^2 + c1.'im'^2)), atan2(c1.'im', c1.'re'));
  end 'Modelica.ComplexMath.log';

  function 'Modelica.ComplexMath.sqrt' "square root"
    input 'Complex' c1;
    output 'Complex' c2;
  algorithm
    c2 := 'Complex'(sqrt(sqrt(c1.'re'^2 + c1.'im'^2))*cos(atan2(c1.'im', c1.'re')/2), sqrt(sqrt(c1.'re'^2 + c1.'im'^2))*sin(atan2(c1.'im', c1.'re')/2));
  end 'Modelica.ComplexMath.sqrt';

  function 'Modelica.ComplexMath.sum' "sum of all elements"
    input 'Complex' v[:];
    output 'Complex' result;
  algorithm
    result := 'Complex'(sum(v[i].'re' for i in 1:size(v, 1)), sum(v[i].'im' for i in 1:size(v, 1)));
  end 'Modelica.ComplexMath.sum';
end Library;
