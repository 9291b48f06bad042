//: stop=30.0
model EnergyInMixture "A mixture of an energy and a motion, beside both"
  Real x(start = 1), y(start = 0), r = sqrt(x^2 + y^2);
  Real qs4;
equation
  qs4 = der(y)^2;
  0.1*((der(x)^2 + qs4)/2 - 1/r) + 3e5*(der(der(y))) = 0.1*(1.73^2/2 - 2) + 3e5*(-y/r^3);
  der(der(x)) = -x/r^3;
  0.02*(der(der(y))) = 0.02*(-y/r^3);
  (der(x)^2 + der(y)^2)/2 - 1/r = 1.73^2/2 - 2;
end EnergyInMixture;
