model RippledBowl "A plane system that goes round the level curves of a bowl with ripples, x^2 + y^2 - cos(x*y)"
  // Liu, example 2: (31) - (33). The velocity is the gradient of H turned by a right angle.
  // Far out H is not convex, and hmgps says so; mgps and mrk4 work with any H.
  Real x(start = 2, fixed = true), y(start = 0, fixed = true);
  Real H = x^2 + y^2 - cos(x*y) annotation(__involute(invariant = true));
equation
  der(x) = -2*y - x*sin(x*y);
  der(y) = 2*x + y*sin(x*y);
  annotation(experiment(StopTime = 10, Tolerance = 1e-8));
end RippledBowl;
// In 34 digits.
//: --rtol 1e-11 --stop 10
//: x = 1.93941155754383 +- 1e-8
//: y = 0.290337440915534 +- 1e-8
//: dof = 2
