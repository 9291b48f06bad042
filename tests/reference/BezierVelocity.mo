model BezierVelocity "A point on a Bezier curve and its velocity: the derivative goes through functions with loops"
  function binomial
    input Integer n, k;
    output Integer b = 1;
  protected
    Integer i = 0;
  algorithm
    while i < k loop
      i := i + 1;
      b := div(b*(n - k + i), i);
    end while;
  end binomial;

  function bezier
    input Real P[:, :] "corners, one in each row";
    input Real s;
    output Real p[size(P, 2)] = zeros(size(P, 2));
  protected
    Integer n = size(P, 1) - 1;
  algorithm
    for i in 0:n loop
      p := p + binomial(n, i)*(1 - s)^(n - i)*s^i*P[i + 1, :];
    end for;
  end bezier;

  parameter Real P[5, 2] = [0, 0; 1, 3; 2, -1; 4, 2; 5, 0];
  Real s(start = 0, fixed = true);
  Real p[2], v[2], length(start = 0, fixed = true);
equation
  der(s) = 0.4*(1 - s);
  p = bezier(P, s);
  v = der(p);
  der(length) = sqrt(v*v);
end BezierVelocity;
// s = 1 - exp(-0.4 t), Bernstein polynomials and their derivatives; the length of the curve by quadrature of mpmath.
//: --rtol 1e-11 --stop 3
//: p[1] = 3.44481597104600 +- 1e-9
//: p[2] = 0.785580350810764 +- 1e-9
//: v[1] = 0.694551965189991 +- 1e-9
//: v[2] = -0.0180795348979649 +- 1e-9
//: length = 4.11077737580955 +- 1e-8
//: dof = 2
