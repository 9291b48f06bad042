model SingularOnManifold "J is regular almost everywhere, but not where the equations hold"
  // The rows of der(u), der(v) are (1, x) and (1, y), and the third equation says x = y in a way that needs a little thought.
  Real u(start = 0.5, fixed = true), v(start = -0.5), x(start = 1.25), y(start = 1.25);
equation
  der(u) + x*der(v) = 1;
  der(u) + y*der(v) = u - v;
  x^3 + x = y^3 + y;
  x = 1 + u^2;
end SingularOnManifold;
// Hence u - v = 1, and u' (2 + u^2) = 1: in 30 digits.
//: --rtol 1e-10 --stop 2
//: u = 1.21896304567626 +- 1e-9
//: v = 0.21896304567626 +- 1e-9
//: dof = 1
