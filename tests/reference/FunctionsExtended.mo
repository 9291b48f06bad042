// Functions that extend others (Modelica 7.1, 12.2): inputs of a partial one, values of inputs modified, and one of them as an
// argument that takes an array: central differences of 3 |x|, exact to the order h^2.
model FunctionsExtended
  partial function Scalar
    input Real x[:];
    output Real y;
  end Scalar;
  function length
    extends Scalar;
    input Real weight = 1;
  algorithm
    y := weight*sqrt(x*x);
  end length;
  function twice
    extends length(weight = 2);
  end twice;
  function thrice = length(weight = 3);
  function gradient
    input Scalar f;
    input Real x[:];
    output Real g[size(x, 1)];
  protected
    parameter Real h = 1e-4;
    Real right[size(x, 1)], left[size(x, 1)];
  algorithm
    for i in 1:size(x, 1) loop
      right := x;
      left := x;
      right[i] := x[i] + h;
      left[i] := x[i] - h;
      g[i] := (f(right) - f(left))/(2*h);
    end for;
  end gradient;
  Real x[3] = {time, 2, 2};
  Real a = length(x), b = twice(x), c = thrice(x);
  Real g[3] = gradient(function length(weight = 3), x), k[3] = gradient(thrice, x);
end FunctionsExtended;
//: --stop 1
//: a = 3 +- 1e-14
//: b = 6 +- 1e-14
//: c = 9 +- 1e-14
//: g[1] = 1 +- 1e-7
//: g[2] = 2 +- 1e-7
//: k[3] = 2 +- 1e-7
