//: retraction=chart stop=0.6
model EnergyTwice "An energy and a function of it, both declared"
  Real x(start = 0.12, fixed = true), y(start = 0.12, fixed = true);
  Real vx(start = 0.12, fixed = true), vy(start = 0.12, fixed = true);
  Real energy = (vx^2 + vy^2)/2 + (x^2 + y^2)/2 + x^2*y - y^3/3 annotation(__involute(invariant = true));
  Real qi1 = qs2 annotation(__involute(invariant = true));
  Real qs2 = exp(energy/10);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -x - 2*x*y;
  der(vy) = -y - x^2 + y^2;
end EnergyTwice;
