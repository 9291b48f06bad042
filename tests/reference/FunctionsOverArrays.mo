// Functions as arguments that are closed over arrays: the trapezoidal rule for a polynomial given by its coefficients.
model FunctionsOverArrays
  partial function Curve
    input Real u;
    output Real y;
  end Curve;
  function polynomial
    extends Curve;
    input Real c[:];
  algorithm
    y := sum(c[i]*u^(i - 1) for i in 1:size(c, 1));
  end polynomial;
  function trapezoids
    input Curve f;
    input Integer n;
    output Real s;
  algorithm
    s := sum((f((i - 1)/n) + f(i/n))/(2*n) for i in 1:n);
  end trapezoids;
  Real s = trapezoids(function polynomial(c = {1, time, 3}), 4), rate = der(s);
end FunctionsOverArrays;
// 1 + t/2 + 3 (1/3 + 1/96)
//: --stop 2
//: s = 3.03125 +- 1e-13
//: rate = 0.5 +- 1e-13
