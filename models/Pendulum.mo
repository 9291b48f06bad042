model Pendulum "A point mass on a rod, in Cartesian coordinates: the simplest index-3 system"
  // The rod is a constraint on the positions. Involute finds what follows from it for the velocities
  // (they are at right angles to the rod) and for the force in the rod, lambda, and keeps all three.
  // Bäse, section 4.3: with this g the period is 2 (to 1e-10).
  parameter Real m = 1 "mass";
  parameter Real L = 1 "length of the rod";
  parameter Real g = 13.7503716373294544;
  Real x(start = -1, fixed = true);
  Real y(start = 0);
  Real vx(start = 0, fixed = true);
  Real vy(start = 0);
  Real lambda "force in the rod, divided by its length";
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -2*x*lambda;
  m*der(vy) = -2*y*lambda - m*g;
  x^2 + y^2 = L^2 annotation(__involute(name = "rod"));
  annotation(experiment(StopTime = 20, Tolerance = 1e-8),
    __involute(plots = {plot(x = "x", y = "y", title = "path"), plot(y = {"x", "y"}), plot(y = "lambda")}));
end Pendulum;
// After 100 periods it is back where it was (Bäse: the period is 2 - 9.4e-11).
//: --rtol 1e-10 --stop 200
//: x = -1 +- 1e-7
//: y = 0 +- 1e-5
//: index = 3
//: dof = 2
