// 3.7.4.1: a delayed unknown inside a function with a loop, differentiated twice (index 3): 1 + 2 p + 3 p^2 + 4 p^3 at p = t - 0.5.
model DelayedPolynomial
  function horner
    input Real c[:], x;
    output Real y;
  algorithm
    y := 0;
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
    end for;
  end horner;
  Real p(start = 0, fixed = true), x = horner({1, 2, 3, 4}, delay(p, 0.5)), v = der(x), a = der(v);
equation
  der(p) = 1;
  annotation(experiment(StopTime = 2, Tolerance = 1e-8));
end DelayedPolynomial;
//: x = 24.25 +- 1e-7
//: v = 38 +- 1e-6
//: a = 42 +- 1e-5
