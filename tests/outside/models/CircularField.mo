//: done method=dopri54 stop=60
model CircularField "A circular orbit in a weak field: its energy is critical on its angular momentum"
  parameter Real k = 0.25;
  Real x(start = 2, fixed = true), y(start = 0, fixed = true), u(start = 0, fixed = true), v(start = sqrt(k/2), fixed = true);
  Real r = sqrt(x^2 + y^2);
  Real energy = (u^2 + v^2)/2 - k/r annotation(__involute(invariant = true));
  Real momentum = x*v - y*u annotation(__involute(invariant = true));
equation
  der(x) = u;
  der(y) = v;
  der(u) = -k*x/r^3;
  der(v) = -k*y/r^3;
  annotation(experiment(Tolerance = 1e-5));
end CircularField;
