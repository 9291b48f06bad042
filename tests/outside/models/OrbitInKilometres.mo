//: done kept rtol=1e-4 stop=30000
model OrbitInKilometres "An eccentric orbit round the earth in kilometres and seconds: energy and angular momentum are independent on it"
  parameter Real mu = 398600.4418;
  Real x(start = 7000, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true), v(start = 9.1, fixed = true);
  Real energy = (u^2 + v^2)/2 - mu/sqrt(x^2 + y^2) annotation(__involute(invariant = true));
  Real momentum = x*v - y*u annotation(__involute(invariant = true));
equation
  der(x) = u;
  der(y) = v;
  der(u) = -mu*x/sqrt(x^2 + y^2)^3;
  der(v) = -mu*y/sqrt(x^2 + y^2)^3;
end OrbitInKilometres;
