//: stop=2.0
model MomentumInMixture "A mixture of energy and angular momentum with decimal factors"
  Real x(start = 1), y(start = 0), r = sqrt(qs3);
  Real qs2 = 1/r;
  Real qs3;
equation
  7.0000001*(x*der(y) - y*der(x)) + 123456.789*((der(x)^2 + der(y)^2)/2 - qs2) = 7.0000001*(0.5*1.73) + 123456.789*(1.73^2/2);
  der(der(x)) = -x/r^1;
  (der(x)^2 + der(y)^2)/2 - qs2 = 1.73^2/2;
  x*der(y) - y*der(x) = 0.5*1.73;
end MomentumInMixture;
