model HornerOutputs "A polynomial and its slope from one function with two outputs: x' = x - x^3"
  function horner
    input Real c[:] "coefficients, of 1, x, x^2, ...";
    input Real x;
    output Real value = 0;
    output Real slope = 0;
  algorithm
    for i in size(c, 1):-1:1 loop
      slope := value + x*slope;
      value := c[i] + x*value;
    end for;
  end horner;

  parameter Real c[:] = {0, 1, 0, -1};
  Real x(start = 0.1, fixed = true);
  Real rate, slope;
equation
  (rate, slope) = horner(c, x);
  der(x) = rate;
end HornerOutputs;
// x = 1/sqrt(1 + (1/x0^2 - 1) exp(-2 t)), slope = 1 - 3 x^2.
//: --rtol 1e-11 --stop 2.5
//: x = 0.774506037299281 +- 1e-9
//: slope = -0.799578805439104 +- 1e-8
