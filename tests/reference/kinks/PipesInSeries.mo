model PipesInSeries "Two tanks, two turbulent pipes with a node between them; the levels meet and stay"
  parameter Real a = 0.5, b = 3;
  Real h1(start = 2, fixed = true), h2(start = 0, fixed = true), p, q;
equation
  der(h1) = -q;
  der(h2) = q;
  q*abs(q) = a*(h1 - p);
  p - h2 = b*q^2*sign(q);
end PipesInSeries;
// q = sqrt((h1 - h2)/(1/a + b)): at rest after t = sqrt(2)*sqrt(5).
//: --rtol 1e-6 --stop 6
//: h1 = 1 +- 1e-6
//: q = 0 +- 1e-3
//: events = 0
