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

  function 'Complex.\'<>\'' "inequality"
    input 'Complex' c1;
    input 'Complex' c2;
    output Boolean result;
  algorithm
    result := c1.'re' <> c2.'re' or c1.'im' <> c2.'im';
  end 'Complex.\'<>\'';

  function 'Complex.\'^\'' "c1 to the power c2, of c1 other than zero: exp(c2*log(c1))"
    input 'Complex' c1;
    input 'Complex' c2;
    output 'Complex' c3;
  protected
    Real len;
    Real phi;
  algorithm
    len := exp(c2.'re'*log(c1.'re'^2 + c1.'im'^2)/2 - c2.'im'*atan2(c1.'im', c1.'re'));
    phi := c2.'im'*log(c1.'re'^2 + c1.'im'^2)/2 + c2.'re'*atan2(c1.'im', c1.'re');
    c3 := 'Complex'(len*cos(phi), len*sin(phi));
  end 'Complex.\'^\'';

  function 'Modelica.ComplexMath.j' "the imaginary unit; its name alone is a call of it"
    output 'Complex' c;
  algorithm
    c := 'Complex'(0, 1);
  end 'Modelica.ComplexMath.j';

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

  function 'Modelica.ComplexMath.sin' "sine"
    input 'Complex' c1;
    output 'Complex' c2;
  algorithm
    c2 := 'Complex'(sin(c1.'re')*cosh(c1.'im'), cos(c1.'re')*sinh(c1.'im'));
  end 'Modelica.ComplexMath.sin';

  function 'Modelica.ComplexMath.cos' "cosine"
    input 'Complex' c1;
    output 'Complex' c2;
  algorithm
    c2 := 'Complex'(cos(c1.'re')*cosh(c1.'im'), -sin(c1.'re')*sinh(c1.'im'));
  end 'Modelica.ComplexMath.cos';

  function 'Modelica.ComplexMath.tan' "tangent"
    input 'Complex' c1;
    output 'Complex' c2;
  protected
    Real d;
  algorithm
    d := cos(2*c1.'re') + cosh(2*c1.'im');
    c2 := 'Complex'(sin(2*c1.'re')/d, sinh(2*c1.'im')/d);
  end 'Modelica.ComplexMath.tan';

  function 'Modelica.ComplexMath.sinh' "hyperbolic sine"
    input 'Complex' c1;
    output 'Complex' c2;
  algorithm
    c2 := 'Complex'(sinh(c1.'re')*cos(c1.'im'), cosh(c1.'re')*sin(c1.'im'));
  end 'Modelica.ComplexMath.sinh';

  function 'Modelica.ComplexMath.cosh' "hyperbolic cosine"
    input 'Complex' c1;
    output 'Complex' c2;
  algorithm
    c2 := 'Complex'(cosh(c1.'re')*cos(c1.'im'), sinh(c1.'re')*sin(c1.'im'));
  end 'Modelica.ComplexMath.cosh';

  function 'Modelica.ComplexMath.tanh' "hyperbolic tangent"
    input 'Complex' c1;
    output 'Complex' c2;
  protected
    Real d;
  algorithm
    d := cosh(2*c1.'re') + cos(2*c1.'im');
    c2 := 'Complex'(sinh(2*c1.'re')/d, sin(2*c1.'im')/d);
  end 'Modelica.ComplexMath.tanh';
end Library;
