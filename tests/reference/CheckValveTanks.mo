model CheckValveTanks "Two tanks and a check valve without resistance: closed, two levels; open, one level (index 2)"
  parameter Real A1 = 1, A2 = 2, k = 0.5;
  Real h1(start = 0, fixed = true), h2(start = 1, fixed = true), q "through the valve";
  Real s(start = -1);
  Real feed = if time < 4 then 1.5 else 0;
equation
  A1*der(h1) = feed - k*h1 - q;
  A2*der(h2) = q;
  h1 - h2 = if s < 0 then s else 0;
  q = if s < 0 then 0 else s;
end CheckValveTanks;
// h1 = 3 - 3 exp(-t/2) reaches h2 = 1 at t1 = 2 ln(3/2); then both are 3 - 2 exp(-(t - t1)/6); at t = 4 the feed ends, the
// valve closes in the same instant, and the first tank runs out as exp(-t/2).
//: --rtol 3e-10 --stop 6
//: events = 2
//: h1 = 0.67122113823632 +- 1e-9
//: h2 = 1.82456822294539 +- 1e-9
//: dof = 2
