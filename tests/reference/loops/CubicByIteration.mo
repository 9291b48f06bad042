// The inverse of y^3 + y by Newton's iteration, as a state's rate: with x' = -y (3 y^2 + 1), y = exp(-t) from y = 1.
model CubicByIteration
  function inverse
    input Real x;
    output Real y;
  algorithm
    y := x;
    while abs(y^3 + y - x) > 1e-12*(1 + abs(x)) loop
      y := y - (y^3 + y - x)/(3*y^2 + 1);
    end while;
    y := y - (y^3 + y - x)/(3*y^2 + 1);
  end inverse;
  Real x(start = 2, fixed = true), y = inverse(x);
equation
  der(x) = -y*(3*y^2 + 1);
end CubicByIteration;
//: --rtol 1e-10 --stop 1
//: y = 0.367879441171442 +- 1e-8
