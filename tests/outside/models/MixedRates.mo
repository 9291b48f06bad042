//: stop=2.2
model MixedRates "Rates and accelerations mixed with their own derivative"
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
  Real vx(start = 1), vy(start = 1, fixed = true);
equation
  (der(y)) + (der(der(y)) + y + x^2 - y^2) = (vy);
  der(der(y)) = der(vy);
  der(x) = vx;
  der(der(y)) + y + x^2 - y^2 = 0;
end MixedRates;
