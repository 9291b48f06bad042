//: stop=0.8
model RateInMixture "A rate with a name of its own that stands in a mixture"
  parameter Real c1 = 1, c2 = 1, c3 = 1, c4 = 1, c5 = 1, c6 = 1;
  Real y1(start = 2, fixed = true), y2(start = 1, fixed = true);
  Real y3(start = 1), y4(start = 1), y5(start = 1);
  Real f = tanh(time);
  Real qs1 = 2*der(y1);
equation
  (qs1) + (y1^2*y4^2 - c5*y1^2 + c6*f^2) = 0;
  der(y2) + der(y3) = 0;
  der(y4) + y5 = 0;
  c2*y4*y5^2 - y3 = 0;
  y1^2*y4^2 - c5*y1^2 = 0;
end RateInMixture;
