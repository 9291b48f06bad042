model EmptyAfterInsertion "A point on a circle, and the sum of two of its equations again, of which nothing is left when q is inserted"
  // 0.7*y - 0.7*(y + .../0.7) + ... is seen to be empty by its derivative only.
  Real x(start = 1, fixed = true), y(start = 0), lambda "force";
  Real e = q + 1;
  Real q;
  Real v = der(x);
initial equation
  der(y) = 0;
equation
  0.999999999*(1*(der(der(x)) + lambda/x)) + 0.7*(0) = 0.999999999*(1*(0)) + 0.7*(((v^2 + der(y)^2)/0.7 + y) - q);
  0 = ((v^2 + der(y)^2)/0.7 + y) - q;
  der(der(x)) + lambda/x = 0;
  der(der(y)) + lambda*y + 1 = 0;
  x^2 + y^2 - 1 = 0;
end EmptyAfterInsertion;
// x = sin(phi), y = -cos(phi), lambda = (phi'^2 + cos(phi))/(1 + cos(phi)^2): phi by 20000 steps of the classical method.
//: --rtol 1e-10 --stop 0.5
//: x = 0.992205524662236 +- 1e-9
//: y = -0.12461218571928 +- 1e-9
//: lambda = 0.368155824337499 +- 1e-8
//: dof = 2
//: index = 3
