model SteepValve "A root that no slope shows from afar: the simplified equation leads to it"
  Real x(start = 0), y(start = 0, fixed = true);
equation
  homotopy(actual = tanh(500*(x - 3.3)), simplified = x - 3) = 0;
  der(y) = x;
end SteepValve;
//: x = 3.3 +- 1e-14
//: y = 3.3 +- 1e-9
