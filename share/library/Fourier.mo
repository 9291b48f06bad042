// Functions that exported models call and do not contain: Modelica.Math.FastFourierTransform.
// SPDX-License-Identifier: BSD-3-Clause
package Library
  function 'Modelica.Math.FastFourierTransform.realFFTinfo.smallestFactor' "the smallest prime in n"
    input Integer n;
    output Integer p;
  algorithm
    p := 2;
    while p*p <= n and mod(n, p) > 0 loop
      p := p + 1;
    end while;
    p := if p*p > n then n else p;
  end 'Modelica.Math.FastFourierTransform.realFFTinfo.smallestFactor';

  function 'Modelica.Math.FastFourierTransform.realFFTsamplePoints' "how many points: even, and a product of 2, 3, 5"
    input Real f_max;
    input Real f_resolution;
    input Integer f_max_factor = 5;
    output Integer ns;
  protected
    Integer rest;
  algorithm
    ns := 2*f_max_factor*integer(ceil(f_max/f_resolution));
    rest := 0;
    while rest <> 1 loop
      rest := ns;
      while mod(rest, 2) == 0 loop
        rest := div(rest, 2);
      end while;
      while mod(rest, 3) == 0 loop
        rest := div(rest, 3);
      end while;
      while mod(rest, 5) == 0 loop
        rest := div(rest, 5);
      end while;
      ns := if rest == 1 then ns else ns + 2;
    end while;
  end 'Modelica.Math.FastFourierTransform.realFFTsamplePoints';

  // Amplitudes are divided by the number of frequencies, n/2 + 1, as ModelicaFFT.c of the library does.
  function 'Modelica.Math.FastFourierTransform.Internal.rawRealFFT' "amplitudes and phases of u, by factors of its size"
    input Real u[:];
    output Integer info;
    output Real amplitudes[div(size(u, 1), 2) + 1];
    output Real phases[div(size(u, 1), 2) + 1];
  protected
    constant Real pi = 3.14159265358979323846;
    parameter Integer n = size(u, 1);
    Real a[n];
    Real b[n];
    Real x[n];
    Real y[n];
    Real c;
    Real s;
    Integer l;
    Integer m;
    Integer p;
    Integer from;
    Integer to;
  algorithm
    // Stockham's order: with l done and m = n/l left, a[j*m + k] is the transform of u[k], u[k + m], ... at j.
    a := u;
    b := zeros(n);
    l := 1;
    m := n;
    while m > 1 loop
      p := 'Modelica.Math.FastFourierTransform.realFFTinfo.smallestFactor'(m);
      m := div(m, p);
      x := zeros(n);
      y := zeros(n);
      for j in 0:l*p - 1 loop
        for q in 0:p - 1 loop
          c := cos(2*pi*mod(q*j, l*p)/(l*p));
          s := -sin(2*pi*mod(q*j, l*p)/(l*p));
          for k in 1:m loop
            from := mod(j, l)*p*m + q*m + k;
            to := j*m + k;
            x[to] := x[to] + c*a[from] - s*b[from];
            y[to] := y[to] + c*b[from] + s*a[from];
          end for;
        end for;
      end for;
      a := x;
      b := y;
      l := l*p;
    end while;
    for i in 1:div(n, 2) + 1 loop
      amplitudes[i] := sqrt(a[i]^2 + b[i]^2)/(div(n, 2) + 1);
      phases[i] := atan2(b[i], a[i]);
    end for;
    info := mod(n, 2) "1: the number of points is not even";
  end 'Modelica.Math.FastFourierTransform.Internal.rawRealFFT';
end Library;
