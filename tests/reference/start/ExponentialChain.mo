model ExponentialChain "Guesses five hundred away on either side, where exponentials drown all else; the root is r"
  constant Integer n = 6;
  parameter Real r[n] = {1, 0.5, -1, 0.2, 2, -3};
  Real x[n](start = {500, -500, 500, -500, 500, -500});
  Real y(start = 0, fixed = true);
equation
  x[1] = r[1];
  x[n] = r[n];
  for i in 2:n - 1 loop
    2*x[i] - x[i - 1] - x[i + 1] + exp(x[i]) = 2*r[i] - r[i - 1] - r[i + 1] + exp(r[i]);
  end for;
  der(y) = x[3];
end ExponentialChain;
// the left sides are those of a monotone map: there is one root
//: x[2] = 0.5 +- 1e-13
//: x[3] = -1 +- 1e-13
//: x[4] = 0.2 +- 1e-13
//: x[5] = 2 +- 1e-13
//: y = -1 +- 1e-12
