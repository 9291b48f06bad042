// Initial equations and parameters that they determine inside an array of components: x = 2 exp(-t/2).
model TunedComponents
  model Decay
    parameter Real k(fixed = false), x0 = 2;
    Real x;
  initial equation
    x = x0;
    der(x) = -1;
  equation
    der(x) = -k*x;
  end Decay;
  Decay d[2](x0 = {2, 4});
end TunedComponents;
//: --rtol 1e-10 --stop 1
//: d[1].x = 1.21306131942527 +- 1e-8
//: d[2].x = 3.11520313228562 +- 1e-8
